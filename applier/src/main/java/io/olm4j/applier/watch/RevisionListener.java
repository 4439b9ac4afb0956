package io.olm4j.applier.watch;

/** Receives the names of ClusterObjectSets that a change of a managed object concerns. Each call must return soon. */
public interface RevisionListener {

    /** An object changed that the set controls, controlled or follows. */
    void objectChanged(String set);

    /**
     * Another set took over an object that this set controlled. In an upgrade the newer revision takes over the objects
     * of the older one, most of them within a second.
     */
    default void objectTakenOver(String set) {
        objectChanged(set);
    }
}
