package io.olm4j.cli.run;

import java.net.InetSocketAddress;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An address to listen on, as Kubernetes components take it: {@code :8443} for all interfaces, {@code HOST:PORT},
 * {@code [::1]:8443}; {@code 0} for none.
 *
 * @param address empty for none
 */
record ListenAddress(Optional<InetSocketAddress> address) {

    static final ListenAddress NONE = new ListenAddress(Optional.empty());

    static final class Converter implements ITypeConverter<ListenAddress> {
        @Override
        public ListenAddress convert(String value) {
            if (value.equals("0")) {
                return NONE;
            }
            int colon = value.lastIndexOf(':');
            if (colon < 0) {
                throw wrong(value);
            }
            return new ListenAddress(Optional.of(address(value.substring(0, colon), port(value, colon), value)));
        }

        private static InetSocketAddress address(String host, int port, String value) {
            if (host.isEmpty()) {
                return new InetSocketAddress(port);
            }
            boolean bracketed = host.startsWith("[") && host.endsWith("]");
            if (host.contains(":") && !bracketed) {
                throw wrong(value);
            }
            var address = new InetSocketAddress(bracketed ? host.substring(1, host.length() - 1) : host, port);
            if (address.isUnresolved()) {
                throw new TypeConversionException("the host \"" + host + "\" is not known");
            }
            return address;
        }

        private static int port(String value, int colon) {
            try {
                int port = Integer.parseInt(value.substring(colon + 1));
                if (port >= 0 && port <= 65_535) {
                    return port;
                }
            } catch (NumberFormatException notANumber) {
                // said below
            }
            throw wrong(value);
        }

        private static TypeConversionException wrong(String value) {
            return new TypeConversionException(
                    "\"" + value + "\" is not an address such as :8443 or 127.0.0.1:8443, nor 0 for none");
        }
    }
}
