package io.olm4j.applier.crdsafety;

import java.util.List;

/**
 * A finding of one schema.
 *
 * @param changes that its message sums up, if no check knows them; they tell apart what the message does not
 */
record SchemaFinding(CrdFinding finding, List<Change> changes) {}
