/** The ClusterExtension and ClusterObjectSet reconcilers. */
@NullMarked
package io.olm4j.controller;

import org.jspecify.annotations.NullMarked;
