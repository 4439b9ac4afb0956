package io.olm4j.api;

/** Condition reasons of the three kinds. */
public final class Reasons {

    public static final String SUCCEEDED = "Succeeded";
    public static final String FAILED = "Failed";
    public static final String ABSENT = "Absent";
    public static final String RETRYING = "Retrying";
    public static final String BLOCKED = "Blocked";
    public static final String ROLLING_OUT = "RollingOut";
    public static final String INVALID_CONFIGURATION = "InvalidConfiguration";
    public static final String PROGRESS_DEADLINE_EXCEEDED = "ProgressDeadlineExceeded";
    public static final String DEPRECATED = "Deprecated";
    public static final String NOT_DEPRECATED = "NotDeprecated";
    public static final String DEPRECATION_STATUS_UNKNOWN = "DeprecationStatusUnknown";
    public static final String DELETING = "Deleting";
    public static final String IN_USE = "InUse";
    public static final String ARCHIVED = "Archived";
    public static final String PROBES_SUCCEEDED = "ProbesSucceeded";
    public static final String PROBE_FAILURE = "ProbeFailure";
    public static final String NOT_A_REVISION = "NotARevision";
    public static final String UNMET = "Unmet";
    public static final String UNANSWERED = "Unanswered";
    public static final String IGNORED = "Ignored";
    public static final String INVALID_ANNOTATION = "InvalidAnnotation";
    public static final String AWAITING_APPROVAL = "AwaitingApproval";
    public static final String UP_TO_DATE = "UpToDate";
    public static final String HELD_BACK_BY_VERSION = "HeldBackByVersion";
    public static final String HELD_BACK_BY_CHANNEL = "HeldBackByChannel";
    public static final String HELD_BACK_BY_DEPENDENCIES = "HeldBackByDependencies";
    public static final String HELD_BACK_BY_APPROVAL = "HeldBackByApproval";
    public static final String CATALOGS_UNAVAILABLE = "CatalogsUnavailable";
    public static final String CATALOGS_CONFLICT = "CatalogsConflict";
    public static final String UPGRADED = "Upgraded";
    public static final String RECONCILING = "Reconciling";
    public static final String AVAILABLE = "Available";
    public static final String UNAVAILABLE = "Unavailable";
    public static final String USER_SPECIFIED_UNAVAILABLE = "UserSpecifiedUnavailable";
    public static final String ALL_TEMPLATES_RESOLVED = "AllTemplatesResolved";
    public static final String UNABLE_TO_RESOLVE = "UnableToResolve";

    private Reasons() {}
}
