import type { EventSourceDeps } from "../deps.ts";
import type { EventType } from "../vocabulary.ts";
import type { Announcement } from "./announcement.ts";
import { describeIntake } from "./describe-intake.ts";
import {
  describeCoverage,
  describeRelease,
  describeSource,
  describeSync,
} from "./describe-service.ts";
import { describeSessions } from "./describe-sessions.ts";
import type { OutboxEvent } from "./outbox-store.ts";

type Describe = (deps: EventSourceDeps, events: readonly OutboxEvent[]) => Promise<Announcement[]>;

const DESCRIPTIONS: Readonly<Record<EventType, Describe>> = {
  "analysis.completed": describeSessions,
  "analysis.signed": describeSessions,
  "intake.created": describeIntake,
  "release.published": eachBy(describeRelease),
  "sync.failed": eachBy(describeSync),
  "coverage.changed": eachBy(describeCoverage),
  "source.failing": eachBy(describeSource),
};

/** Creates messages from events. Every event is part of exactly one message. */
export async function describeEvents(
  deps: EventSourceDeps,
  events: readonly OutboxEvent[],
): Promise<Announcement[]> {
  const byType = Map.groupBy(events, ({ type }) => type);
  const described: Announcement[] = [];
  for (const [type, some] of byType) described.push(...(await DESCRIPTIONS[type](deps, some)));
  return described;
}

function eachBy(
  describe: (deps: EventSourceDeps, event: OutboxEvent) => Announcement | Promise<Announcement>,
): Describe {
  return async (deps, events) =>
    await Promise.all(events.map(async (event) => await describe(deps, event)));
}
