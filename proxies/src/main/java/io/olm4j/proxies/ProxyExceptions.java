package io.olm4j.proxies;

import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The addresses that are reached without a proxy, by the rules that Go has for {@code NO_PROXY}. */
final class ProxyExceptions {
    private static final Pattern WITH_PORT = Pattern.compile("(?:\\[([^]]*)]|([^:\\[\\]]*)):(\\d+)");
    private static final Pattern IP = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-f.]*:[0-9a-f:.]*");

    private final List<Rule> rules = new ArrayList<>();

    private sealed interface Rule {}

    private record Everything() implements Rule {}

    private record Network(InetAddress address, int bits) implements Rule {}

    private record Address(InetAddress address, String port) implements Rule {}

    /** @param suffix begins with a dot */
    private record Domain(String suffix, boolean itself, String port) implements Rule {}

    /** @param list separated by commas; what cannot be read in it is left out */
    ProxyExceptions(String list) {
        for (String item : list.toLowerCase(Locale.ROOT).split(",", -1)) {
            String rule = item.strip();
            if (rule.equals("*")) {
                rules.add(new Everything());
            } else if (rule.contains("/")) {
                addNetwork(rule);
            } else {
                addHost(rule);
            }
        }
    }

    /** Whether an address is reached directly; the machine itself always is. */
    boolean cover(URI uri) {
        String host = Optional.ofNullable(uri.getHost()).orElse("").toLowerCase(Locale.ROOT);
        String port = Integer.toString(
                uri.getPort() >= 0 ? uri.getPort() : "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80);
        Optional<InetAddress> ip = literal(host.replaceAll("[\\[\\]]", ""));
        return host.equals("localhost")
                || ip.filter(InetAddress::isLoopbackAddress).isPresent()
                || rules.stream().anyMatch(rule -> matches(rule, host, ip, port));
    }

    private static boolean matches(Rule rule, String host, Optional<InetAddress> ip, String port) {
        return switch (rule) {
            case Everything _ -> true;
            case Network network ->
                ip.filter(address -> contains(network, address.getAddress())).isPresent();
            case Address address -> ip.filter(address.address()::equals).isPresent() && isPort(address.port(), port);
            case Domain domain ->
                ip.isEmpty()
                        && (host.endsWith(domain.suffix())
                                || (domain.itself()
                                        && host.equals(domain.suffix().substring(1))))
                        && isPort(domain.port(), port);
        };
    }

    private static boolean isPort(String wanted, String port) {
        return wanted.isEmpty() || wanted.equals(port);
    }

    private void addNetwork(String rule) {
        String[] parts = rule.split("/", 2);
        literal(parts[0]).ifPresent(address -> {
            if (parts[1].matches("\\d{1,3}") && Integer.parseInt(parts[1]) <= address.getAddress().length * 8) {
                rules.add(new Network(address, Integer.parseInt(parts[1])));
            }
        });
    }

    private void addHost(String rule) {
        Matcher withPort = WITH_PORT.matcher(rule);
        boolean hasPort = withPort.matches();
        String port = hasPort ? withPort.group(3) : "";
        String host = !hasPort ? rule : withPort.group(1) != null ? withPort.group(1) : withPort.group(2);
        Optional<InetAddress> ip = literal(host);
        if (ip.isPresent()) {
            rules.add(new Address(ip.get(), port));
        } else if (!host.isEmpty()) {
            String domain = host.startsWith("*.") ? host.substring(1) : host;
            boolean itself = !domain.startsWith(".");
            rules.add(new Domain(itself ? "." + domain : domain, itself, port));
        }
    }

    private static boolean contains(Network network, byte[] address) {
        byte[] prefix = network.address().getAddress();
        if (address.length != prefix.length) {
            return false;
        }
        for (int bit = 0; bit < network.bits(); bit++) {
            int mask = 0x80 >> bit % 8;
            if ((address[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<InetAddress> literal(String text) {
        try {
            return IP.matcher(text).matches() ? Optional.of(InetAddress.ofLiteral(text)) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
