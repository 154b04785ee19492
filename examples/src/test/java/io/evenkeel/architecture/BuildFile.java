package io.evenkeel.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The dependencies on modules of this project that a {@code pom.xml} names. Immutable. */
record BuildFile(String module, List<Dependency> dependencies) {

    private static final String ARTIFACT_PREFIX = "evenkeel-";

    /** One dependency on a module. */
    record Dependency(String module, String scope) {}

    /** Copies the list. */
    BuildFile {
        dependencies = List.copyOf(dependencies);
    }

    static BuildFile read(String module, Path file) throws IOException {
        Element project;
        try (InputStream in = Files.newInputStream(file)) {
            project = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " can't be read", e);
        }
        List<Dependency> found = new ArrayList<>();
        for (Element dependencies : children(project, "dependencies")) {
            for (Element dependency : children(dependencies, "dependency")) {
                String artifact = text(dependency, "artifactId", "");
                if (text(dependency, "groupId", "").equals("io.evenkeel") && artifact.startsWith(ARTIFACT_PREFIX)) {
                    found.add(new Dependency(
                            directory(artifact.substring(ARTIFACT_PREFIX.length())),
                            text(dependency, "scope", "compile")));
                }
            }
        }
        return new BuildFile(module, found);
    }

    /** The directory of a module, which may be nested in that of another. */
    private static String directory(String name) {
        return SourceTree.MODULES.stream()
                .filter(module -> module.endsWith("/" + name))
                .findFirst()
                .orElse(name);
    }

    /** The dependencies that a table does not allow. */
    List<String> problems(ModuleTable table) {
        return dependencies.stream()
                .filter(dependency -> !table.allows(module, dependency.module(), dependency.scope()))
                .map(dependency ->
                        module + " must not depend on " + dependency.module() + " at scope " + dependency.scope())
                .toList();
    }

    private static String text(Element parent, String name, String otherwise) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? otherwise : found.get(0).getTextContent().strip();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }
}
