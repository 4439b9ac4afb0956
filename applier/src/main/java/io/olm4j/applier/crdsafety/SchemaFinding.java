package io.olm4j.applier.crdsafety;

import java.util.List;

/**
 * A finding on one schema.
 *
 * @param changes the changes that no check handles and that the message sums up; they distinguish findings with equal
 *     messages
 */
record SchemaFinding(CrdFinding finding, List<Change> changes) {}
