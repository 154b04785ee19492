package io.evenkeel.event;

/** Is told of every event, in order, one at a time. It must be quick: the engine waits for it. */
@FunctionalInterface
public interface EventListener {

    void on(EngineEvent event);
}
