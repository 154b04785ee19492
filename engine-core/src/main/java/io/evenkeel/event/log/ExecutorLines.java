package io.evenkeel.event.log;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.id.ExecutorId;
import tools.jackson.core.JsonGenerator;

/** Writes what the log says of executors. Stateless. */
final class ExecutorLines {

    /** Executors are in the driver's own process. */
    static final String HOST = "localhost";

    /** Spark's reader refuses an address without a port; nothing listens there. */
    private static final int NO_PORT = 1;

    private ExecutorLines() {}

    static void added(JsonGenerator json, long millis, EngineEvent.ExecutorAdded added) {
        json.writeStringProperty("Event", "SparkListenerExecutorAdded");
        json.writeNumberProperty("Timestamp", millis);
        json.writeStringProperty("Executor ID", added.executor().value());
        json.writeObjectPropertyStart("Executor Info");
        json.writeStringProperty("Host", HOST);
        json.writeNumberProperty("Total Cores", added.slots());
        empty(json, "Log Urls");
        empty(json, "Attributes");
        empty(json, "Resources");
        json.writeNumberProperty("Resource Profile Id", 0);
        json.writeNumberProperty("Registration Time", millis);
        json.writeNumberProperty("Request Time", millis);
        json.writeEndObject();
    }

    static void blocksAdded(JsonGenerator json, long millis, EngineEvent.ExecutorAdded added) {
        json.writeStringProperty("Event", "SparkListenerBlockManagerAdded");
        json.writeObjectPropertyStart("Block Manager ID");
        address(json, added.executor());
        json.writeEndObject();
        json.writeNumberProperty("Maximum Memory", added.memoryBytes());
        json.writeNumberProperty("Timestamp", millis);
        json.writeNumberProperty("Maximum Onheap Memory", added.memoryBytes());
        json.writeNumberProperty("Maximum Offheap Memory", 0);
    }

    static void lost(JsonGenerator json, long millis, EngineEvent.ExecutorLost lost) {
        json.writeStringProperty("Event", "SparkListenerExecutorRemoved");
        json.writeNumberProperty("Timestamp", millis);
        json.writeStringProperty("Executor ID", lost.executor().value());
        json.writeStringProperty("Removed Reason", Texts.cut(lost.reason()));
    }

    static void blocksLost(JsonGenerator json, long millis, EngineEvent.ExecutorLost lost) {
        json.writeStringProperty("Event", "SparkListenerBlockManagerRemoved");
        json.writeObjectPropertyStart("Block Manager ID");
        address(json, lost.executor());
        json.writeEndObject();
        json.writeNumberProperty("Timestamp", millis);
    }

    static void address(JsonGenerator json, ExecutorId executor) {
        json.writeStringProperty("Executor ID", executor.value());
        json.writeStringProperty("Host", HOST);
        json.writeNumberProperty("Port", NO_PORT);
    }

    private static void empty(JsonGenerator json, String name) {
        json.writeObjectPropertyStart(name);
        json.writeEndObject();
    }
}
