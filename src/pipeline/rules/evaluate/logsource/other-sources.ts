import { follow, type JsonObject } from "../events/json-object.ts";

/** What an event says of its source, in Sigma's words. */
export interface KnownSource {
  product: string;
  /** Null where the event does not say which. */
  service: string | null;
  categories: readonly string[];
}

const source = (
  product: string,
  service: string | null,
  ...categories: readonly string[]
): KnownSource => ({ product, service, categories });

/** `event.dataset` of the Elastic Common Schema; other values are looked up without their last part. */
const DATASETS: ReadonlyMap<string, KnownSource> = new Map([
  ["aws.cloudtrail", source("aws", "cloudtrail")],
  ["azure.activitylogs", source("azure", "activitylogs")],
  ["azure.auditlogs", source("azure", "auditlogs")],
  ["azure.signinlogs", source("azure", "signinlogs")],
  ["azure.identity_protection", source("azure", "riskdetection")],
  ["gcp.audit", source("gcp", "gcp.audit")],
  ["google_workspace.admin", source("gcp", "google_workspace.admin")],
  ["google_workspace.login", source("gcp", "google_workspace.login")],
  ["o365.audit", source("m365", null)],
  ["okta.system", source("okta", "okta")],
  ["github.audit", source("github", "audit")],
  ["bitbucket.audit", source("bitbucket", "audit")],
  ["kubernetes.audit_logs", source("kubernetes", "audit", "application")],
  ["cisco_duo.auth", source("cisco", "duo")],
  ["auditd.log", source("linux", "auditd")],
  ["auditd_manager.auditd", source("linux", "auditd")],
  ["system.auth", source("linux", null)],
  ["system.syslog", source("linux", null)],
  ["apache.access", source("apache", "apache", "webserver")],
  ["apache.error", source("apache", "apache")],
  ["nginx.access", source("nginx", "nginx", "webserver")],
  ["nginx.error", source("nginx", "nginx")],
]);

/** Zeek's logs, and the categories that they are, too. */
const ZEEK: ReadonlyMap<string, readonly string[]> = new Map([
  ["dns", ["dns"]],
  ["http", ["proxy", "webserver"]],
  ["conn", ["firewall", "network_connection"]],
]);

/** Kinds of records in audit.log that rules ask for. */
const AUDITD =
  /^(?:SYSCALL|EXECVE|PATH|CWD|PROCTITLE|SOCKADDR|USER_\w+|CRED_\w+|SERVICE_\w+|ADD_USER|DEL_USER|ADD_GROUP|CONFIG_CHANGE|DAEMON_\w+|ANOM_\w+|AVC|TTY|KERN_MODULE|NETFILTER_CFG|LOGIN)$/;

const text = (event: JsonObject, name: string) => {
  const value = follow(event, name);
  return typeof value === "string" ? value : "";
};

/** The source of an event that is not of Windows' event log; null where nothing tells it. */
export function knownSource(event: JsonObject): KnownSource | null {
  const dataset = text(event, "event.dataset");
  if (dataset !== "") {
    const known = DATASETS.get(dataset);
    if (known !== undefined) return known;
    if (dataset.startsWith("zeek.")) return zeek(dataset.slice("zeek.".length));
  }
  return cloudSource(event) ?? hostSource(event);
}

function cloudSource(event: JsonObject): KnownSource | null {
  if (text(event, "eventSource").endsWith(".amazonaws.com")) return source("aws", "cloudtrail");
  if (text(event, "protoPayload.@type").endsWith("google.cloud.audit.AuditLog")) {
    return source("gcp", "gcp.audit");
  }
  if (text(event, "kind").startsWith("admin#reports#activit")) {
    const name = text(event, "id.applicationName");
    return source("gcp", name === "" ? null : `google_workspace.${name}`);
  }
  if (text(event, "apiVersion").startsWith("audit.k8s.io/")) {
    return source("kubernetes", "audit", "application");
  }
  if (text(event, "eventType") !== "" && text(event, "legacyEventType") !== "") {
    return source("okta", "okta");
  }
  if (text(event, "Workload") !== "" && text(event, "Operation") !== "") {
    const service = text(event, "Workload") === "Exchange" ? "exchange" : null;
    return source("m365", service);
  }
  return azureSource(event);
}

const AZURE: Readonly<Record<string, string>> = {
  signinlogs: "signinlogs",
  noninteractiveusersigninlogs: "signinlogs",
  auditlogs: "auditlogs",
  administrative: "activitylogs",
  azureactivity: "activitylogs",
};

function azureSource(event: JsonObject): KnownSource | null {
  const isAzure = text(event, "tenantId") !== "" || text(event, "resourceId") !== "";
  const names = [isAzure ? text(event, "category") : "", text(event, "Type")];
  for (const name of names) {
    const service = Object.hasOwn(AZURE, name.toLowerCase())
      ? AZURE[name.toLowerCase()]
      : undefined;
    if (service !== undefined) return source("azure", service);
  }
  return null;
}

function hostSource(event: JsonObject): KnownSource | null {
  const path = text(event, "_path");
  if (path !== "" && (text(event, "uid") !== "" || follow(event, "ts") !== undefined)) {
    return zeek(path);
  }
  if (AUDITD.test(text(event, "type"))) return source("linux", "auditd");
  return null;
}

const zeek = (log: string) => source("zeek", log, ...(ZEEK.get(log) ?? []));
