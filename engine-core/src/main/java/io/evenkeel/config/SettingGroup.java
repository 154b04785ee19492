package io.evenkeel.config;

import java.util.List;

/**
 * The settings of one component, as a service: listed under {@code META-INF/services}, so that the catalog knows every
 * setting without naming the components. Implementations are immutable.
 */
public interface SettingGroup {

    /** Title of the group on the reference page, such as {@code Shuffle}. */
    String name();

    /** Its settings, in the order of the reference page. */
    List<Setting<?>> settings();
}
