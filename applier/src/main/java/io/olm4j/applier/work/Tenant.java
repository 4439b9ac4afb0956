package io.olm4j.applier.work;

import java.util.function.Supplier;

/**
 * The tenant for whom a thread works. Places are shared between tenants, so that the work of one cannot keep the others
 * waiting.
 *
 * <p>The tenant is the namespace of the service account, not the account: whoever may act as the accounts of a
 * namespace can mostly create more of them.
 */
public final class Tenant {

    /** The tenant of work that no account is responsible for. */
    public static final String NONE = "";

    private static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

    private Tenant() {}

    /** Runs a task for a tenant. */
    static <T> T call(String tenant, Supplier<T> task) {
        return ScopedValue.where(CURRENT, tenant).call(task::get);
    }

    /** The tenant for whom this thread works. */
    static String current() {
        return CURRENT.orElse(NONE);
    }
}
