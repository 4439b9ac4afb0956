/** Reports what a reconcile found and changed: Events, log lines and metrics. */
@NullMarked
package io.olm4j.controller.extension.report;

import org.jspecify.annotations.NullMarked;
