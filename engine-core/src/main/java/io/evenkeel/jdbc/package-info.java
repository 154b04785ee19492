/** Databases behind JDBC: the rows of queries in, and rows out in one transaction for each partition. */
@NullMarked
package io.evenkeel.jdbc;

import org.jspecify.annotations.NullMarked;
