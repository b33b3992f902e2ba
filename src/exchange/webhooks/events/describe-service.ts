import { z } from "zod";
import { taskDomainSchema } from "../../../knowledge/sync/task-progress.ts";
import type { EventSourceDeps } from "../deps.ts";
import { type Announcement, counted, type Message, messageId, pageUrl } from "./announcement.ts";
import type { OutboxEvent } from "./outbox-store.ts";

const counts = z.record(z.string(), z.int());
const releaseFacts = z.object({
  domain: z.string(),
  version: z.string(),
  technique_count: z.int(),
  group_count: z.int(),
  campaign_count: z.int(),
});
const syncFacts = z.object({
  // An older version may have stored another value.
  progress: z.object({ domains: z.array(taskDomainSchema) }).catch({ domains: [] }),
  error: z.string().nullable(),
});
const coverageFacts = z.object({
  domain: z.string(),
  version: z.string(),
  day: z.string(),
  counts,
  before: counts.nullable(),
});

/** Describes a published release. */
export function describeRelease(deps: EventSourceDeps, event: OutboxEvent): Announcement {
  const facts = releaseFacts.parse(event.facts);
  const url = pageUrl(deps, "/releases");
  return announce(event, {
    data: { ...facts, url },
    title: `Release published: ${facts.domain} ${facts.version}`,
    lines: [
      `${counted(facts.technique_count, "technique")}, ${counted(facts.group_count, "group")}, ${counted(facts.campaign_count, "campaign")}.`,
    ],
    url,
  });
}

/** Describes a failed update of the knowledge base. */
export function describeSync(deps: EventSourceDeps, event: OutboxEvent): Announcement {
  const { progress, error } = syncFacts.parse(event.facts);
  const domains = progress.domains.map(({ domain, version, stage, error: why }) => {
    return { domain, version, is_complete: stage === "complete", error: withoutAddresses(why) };
  });
  const failed = domains.filter(({ is_complete: isComplete }) => !isComplete);
  const reason = withoutAddresses(error);
  const url = pageUrl(deps, "/releases");
  return announce(event, {
    data: { task_id: event.object_id, domains, error: reason, url },
    title: "Update of the knowledge base failed",
    lines: [failed.map(({ domain }) => domain).join(", "), reason ?? ""].filter(Boolean),
    url,
  });
}

/** Describes changed coverage counts. */
export function describeCoverage(deps: EventSourceDeps, event: OutboxEvent): Announcement {
  const facts = coverageFacts.parse(event.facts);
  const { before } = facts;
  const url = pageUrl(deps, "/coverage");
  const changed = Object.entries(facts.counts).filter(([state, n]) => before?.[state] !== n);
  return announce(event, {
    data: { ...facts, url },
    title: `Coverage changed: ${facts.domain} ${facts.version}`,
    lines: changed.map(
      ([state, n]) => `${state.replaceAll("_", " ")}: ${before?.[state] ?? 0} → ${n}`,
    ),
    url,
  });
}

/** Describes a source that failed several times in a row. */
export async function describeSource(
  deps: EventSourceDeps,
  event: OutboxEvent,
): Promise<Announcement> {
  const { object_id: id, facts } = event;
  const source = await deps.collection.find(id);
  const failures = Number(facts["consecutive_failures"]);
  const error = withoutAddresses(source?.last_error ?? null);
  const url = pageUrl(deps, `/intake/sources/${id}`);
  const name = source?.name ?? null;
  return announce(event, {
    data: { source_id: id, name, consecutive_failures: failures, error, url },
    title: `Source failing: ${name ?? id}`,
    lines: [`${counted(failures, "failed run")} in a row.`, ...(error === null ? [] : [error])],
    url,
  });
}

function announce({ id, type, at }: OutboxEvent, message: Message): Announcement {
  return { id: messageId(id), type, at, event_ids: [id], message, withheld: message };
}

/** Replaces URLs in a sentence by their hosts, since paths and queries may contain keys. */
function withoutAddresses(sentence: string | null): string | null {
  if (sentence === null) return null;
  return sentence.replace(/https?:\/\/\S+/gi, (url) => URL.parse(url)?.host ?? "the address");
}
