import { fieldsOf, type LogSource } from "../source.ts";

const HOSTS = ["Windows", "Linux", "macOS", "ESXi", "Network Devices", "Android", "iOS"];

/** What resolvers, proxies, web servers, firewalls, mail gateways and devices record. */
export const NETWORK_SOURCES: readonly LogSource[] = [
  {
    name: "dns",
    kind: "dns",
    platforms: [...HOSTS, "PRE"],
    words: ["dns", "resolver", "dnsevents"],
    sigma: { category: "dns" },
    kql: { table: "DnsEvents" },
    spl: 'index=* sourcetype="stream:dns"',
    eql: { category: "network", where: 'network.protocol == "dns"' },
    fields: fieldsOf([
      ["Name that is asked for", "query", "Name", "query", "dns.question.name"],
      ["Who asks", "src_ip", "ClientIP", "src", "source.ip"],
      ["Type of record", "record_type", "QueryType", "record_type", "dns.question.type"],
    ]),
  },
  {
    name: "proxy",
    kind: "proxy",
    platforms: [...HOSTS, "PRE", "Office Suite", "SaaS"],
    words: ["proxy", "http", "https", "web", "url", "tls"],
    sigma: { category: "proxy" },
    kql: { table: "CommonSecurityLog", where: "isnotempty(RequestURL)" },
    spl: "index=* tag=proxy tag=web",
    eql: { category: "network", where: 'network.protocol in ("http", "tls")' },
    fields: fieldsOf([
      ["Address that is called", "c-uri", "RequestURL", "url", "url.original"],
      ["Program that calls", "c-useragent", "RequestClientApplication", "http_user_agent", "user_agent.original"],
      ["Remote host", "cs-host", "DestinationHostName", "dest", "destination.domain"],
    ]),
  },
  {
    name: "webserver",
    kind: "webserver",
    platforms: ["Windows", "Linux", "macOS", "ESXi", "Network Devices", "Containers", "IaaS", "PRE"],
    words: ["webserver", "server", "iis", "apache", "nginx", "w3ciislog", "waf"],
    sigma: { category: "webserver" },
    kql: { table: "W3CIISLog" },
    spl: "index=* tag=web",
    eql: { category: "web" },
    fields: fieldsOf([
      ["Path that is asked for", "cs-uri-stem", "csUriStem", "uri_path", "url.path"],
      ["Its query", "cs-uri-query", "csUriQuery", "uri_query", "url.query"],
      ["Who asks", "c-ip", "cIP", "src", "source.ip"],
    ]),
  },
  {
    name: "email",
    kind: "email",
    platforms: ["Office Suite", "Office 365", "Windows", "macOS", "Linux", "SaaS", "PRE"],
    words: ["email", "mail", "exchange", "smtp", "phishing", "emailevents"],
    sigma: { product: "m365", service: "exchange" },
    kql: { table: "EmailEvents" },
    spl: 'index=* sourcetype="ms:o365:reporting:messagetrace"',
    eql: { category: "email" },
    fields: fieldsOf([
      ["Subject of the message", "Subject", "Subject", "Subject", "email.subject"],
      ["Who sends", "SenderAddress", "SenderFromAddress", "SenderAddress", "email.from.address"],
      ["Who receives", "RecipientAddress", "RecipientEmailAddress", "RecipientAddress", "email.to.address"],
    ]),
  },
  {
    name: "network_device",
    kind: "control",
    platforms: ["Network Devices"],
    words: ["router", "switch", "cisco", "aaa", "tacacs", "ios"],
    sigma: { product: "cisco", service: "aaa" },
    kql: { table: "Syslog" },
    spl: 'index=* sourcetype="cisco:ios"',
    eql: { category: "any", where: 'event.dataset == "cisco_ios.log"' },
    fields: fieldsOf([
      ["Command or text of the message", "CmdSet", "SyslogMessage", "_raw", "message"],
      ["Device that reports", "src", "Computer", "host", "observer.name"],
    ]),
  },
  {
    name: "firewall",
    kind: "network",
    platforms: ["Network Devices", "ESXi", "IaaS", "Containers", "PRE"],
    words: ["firewall", "netflow", "flow", "ids", "commonsecuritylog"],
    sigma: { category: "firewall" },
    kql: { table: "CommonSecurityLog" },
    spl: "index=* tag=network tag=communicate",
    eql: { category: "network" },
    fields: fieldsOf([
      ["Remote address", "dst_ip", "DestinationIP", "dest_ip", "destination.ip"],
      ["Remote port", "dst_port", "DestinationPort", "dest_port", "destination.port"],
      ["What the firewall did", "action", "DeviceAction", "action", "event.action"],
    ]),
  },
];
