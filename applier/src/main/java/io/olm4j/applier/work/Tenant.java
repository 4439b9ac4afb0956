package io.olm4j.applier.work;

import java.util.function.Supplier;

/**
 * The tenant for whom a thread works. Places are shared between tenants, so that the work of one cannot keep the others
 * waiting.
 *
 * <p>The tenant is the namespace of the service account. It is not the account, because a user who may act as one
 * account of a namespace can usually create more accounts there.
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
