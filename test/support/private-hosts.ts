/**
 * Ways to write a host that lies in one's own machine, a private or a reserved network, by what
 * makes them so. For each there is a registry: IANA's special-purpose addresses (RFC 6890) and names
 * (RFC 6761).
 */
const BY_KIND: Readonly<Record<string, readonly string[]>> = {
  "IPv4 loopback": ["127.0.0.1", "127.255.255.254", "127.0.0.1.", "127.0.0.1..", "127.1"],
  "IPv4 in other notations": [
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "0x7f.0.0.0x1",
    "%31%32%37.0.0.1",
  ],
  "IPv4 in other digits and dots": ["１２７.０.０.１", "①②⑦.⓪.⓪.①", "127。0。0。1", "127．0．0．1"],
  "IPv4 of this network": ["0.0.0.0", "0", "0.1.2.3"],
  "IPv4 private": [
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.254",
    "192.168.1.1",
    "0xa.1",
    "3232235777",
  ],
  "IPv4 link-local, with the metadata of clouds": ["169.254.169.254", "0xa9fea9fe", "169.254.1.1"],
  "IPv4 shared by customers of a carrier": ["100.64.0.1", "100.127.255.254"],
  "IPv4 multicast": ["224.0.0.1", "239.255.255.250"],
  "IPv4 reserved": [
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "240.0.0.1",
    "255.255.255.255",
  ],
  "IPv6 loopback and none": ["[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::]"],
  "IPv4 inside of IPv6": [
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:169.254.169.254]",
    "[::ffff:0:127.0.0.1]",
    "[::127.0.0.1]",
    "[::7f00:1]",
  ],
  "IPv6 unique local": ["[fc00::1]", "[fd12:3456:789a::1]", "[fd00:ec2::254]"],
  "IPv6 link-local, site-local, multicast": ["[fe80::1]", "[febf::1]", "[fec0::1]", "[ff02::1]"],
  "IPv6 that is translated": [
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[2001:0:7f00:1::1]",
    "[2001::1]",
  ],
  "IPv6 reserved": ["[100::1]", "[2001:db8::1]", "[3fff::1]", "[5f00::1]", "[4000::1]"],
  names: [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost..",
    "loc%61lhost",
    "ｌｏｃａｌｈｏｓｔ",
    "feeds.localhost",
    "a.b.localhost.",
    "localhost.localdomain",
    "metadata",
    "metadata.google.internal",
    "printer.local",
    "router.lan",
    "nas.home.arpa",
    "wiki.intranet",
  ],
};

/** As they stand in a URL, IPv6 with its brackets. */
export const PRIVATE_HOSTS: readonly string[] = Object.values(BY_KIND).flat();
