import { v7 as uuidv7 } from "uuid";
import type { Bindings } from "./bindings.ts";
import type { MetricsDeps } from "./metrics/deps.ts";
import type { HostReport } from "./metrics/host-report.ts";
import type { EventDeps } from "./platform/audit/events/deps.ts";
import { EventFeed } from "./platform/audit/events/event-feed.ts";
import { passToBackground } from "./platform/http/ask-background.ts";
import type { HttpDeps } from "./platform/http/deps.ts";
import type { JobDeps } from "./platform/jobs/deps.ts";
import { consoleLog } from "./platform/lib/log.ts";
import type { Runtime } from "./platform/lib/runtime.ts";
import { SettingsError } from "./platform/lib/settings-error.ts";
import type { OutboundDeps } from "./platform/outbound/deps.ts";
import { throwFaults } from "./platform/outbound/egress-fault.ts";
import { edgeLimits, selfHostedLimits } from "./readers/limits.ts";
import { createLocalReaders } from "./readers/local-readers.ts";
import type { Readers } from "./readers/readers.ts";
import { createServiceReaders } from "./readers/service-readers.ts";
import type { Settings } from "./settings.ts";

/** Returns time, ids and the log of this isolate. */
export function openRuntime(): Runtime {
  return {
    now: (offsetSeconds = 0) => new Date(Date.now() + offsetSeconds * 1000).toISOString(),
    newId: () => uuidv7(),
    sleep: async (seconds) => await new Promise((done) => setTimeout(done, seconds * 1000)),
    log: consoleLog,
  };
}

/** Returns the required key: it signs the audit trail, and other keys are derived from it. */
export function requireAuditKey({ AUDIT_KEY: key }: Settings): string {
  if (key !== undefined) return key;
  throw new SettingsError("Setting AUDIT_KEY is needed: a secret of at least 32 characters.");
}

/** Opens the feed of workspace changes, read once for all followers. */
export function openEventFeed({
  audit,
  workspaceVersion,
}: Pick<EventDeps, "audit" | "workspaceVersion">): EventFeed {
  const source = {
    version: () => workspaceVersion.read(),
    lastSeq: () => audit.lastSeq(),
    listAfter: (seq: number, limit: number) => audit.listEventsAfter(seq, limit),
  };
  return new EventFeed(source, Date.now);
}

/** Opens the queue, whose messages only name a job. */
export function openQueue({ JOBS: queue }: Bindings): JobDeps["sendMessage"] {
  return async (message, delaySeconds = 0) => void (await queue.send(message, { delaySeconds }));
}

/** Opens the networks for outgoing requests. At the edge there is one. */
export function openNetwork(bindings: Bindings): OutboundDeps["network"] {
  const { OPERATOR_NETWORK: network, EGRESS: egress } = bindings;
  const open: OutboundDeps["network"] = {
    public: (input, init) => fetch(input, init),
    operator: (input, init) =>
      network === undefined ? fetch(input, init) : network.fetch(input, init),
  };
  // Without that proxy, a remote host could have set the header.
  if (egress === undefined) return open;
  return { public: throwFaults(open.public), operator: throwFaults(open.operator) };
}

/** Returns the report of the program that runs the service and its processes, or null at the edge. */
export function openHost({ HOST_PROGRAM: program }: Bindings): MetricsDeps["askHost"] {
  if (program === undefined) return null;
  return async () => await (await program.fetch("http://host/report")).json<HostReport>();
}

/** Returns the background process, or null in that process itself and at the edge. */
export function openBackground({ BACKGROUND: background }: Bindings): HttpDeps["askBackground"] {
  return background === undefined ? null : passToBackground(background);
}

/** Returns a function for the free bytes of the disk, or null at the edge. */
export function openDisk({ HOST_PROGRAM: program }: Bindings): (() => Promise<number>) | null {
  if (program === undefined) return null;
  return async () => await (await program.fetch("http://host/free-bytes")).json<number>();
}

/** Returns the static files deployed with the Worker. */
export function openAssets({ ASSETS: assets }: Bindings): (path: string) => Promise<Response> {
  return (path) => assets.fetch(new URL(path, "http://assets.local"));
}

/**
 * Returns how many objects of an import one transaction stores. Self-hosted, this blocks the serving process for some
 * 25 ms. At the edge, an invocation is limited to 1,000 statements, and each transaction takes twelve.
 */
export function objectsAtOnce({ READERS: service }: Bindings): number {
  return service === undefined ? 4_000 : 200;
}

/** Opens the parsers of external content, in separate processes if there is a service for it. */
export function openReaders({ READERS: service }: Bindings, settings: Settings): Readers {
  return service === undefined
    ? createLocalReaders(edgeLimits(settings))
    : createServiceReaders(service, selfHostedLimits(settings));
}
