import type { TLP_MARKINGS } from "../../../reading/entities/vocabulary.ts";
import type { EventSourceDeps } from "../deps.ts";
import type { EventType, TEST_EVENT } from "../vocabulary.ts";

/** The content of a message before formatting: names and counts, never report text. */
export interface Message {
  /** `data` of Standard Webhooks. */
  data: Record<string, unknown>;
  /** A heading, and the lines below it, for people. */
  title: string;
  lines: readonly string[];
  /** The page about it; null without `PUBLIC_ORIGIN`. */
  url: string | null;
}

/** One message to all subscribers, created from one event or several of a kind. */
export interface Announcement {
  /** The `webhook-id` header. */
  id: string;
  type: EventType | typeof TEST_EVENT;
  /** Time of the event. */
  at: string;
  event_ids: readonly string[];
  message: Message;
  /** The message without the names of reports whose marking restricts them. */
  withheld: Message;
}

type Marking = (typeof TLP_MARKINGS)[number];

const RESTRICTED: ReadonlySet<Marking> = new Set<Marking>(["red", "amber+strict"]);

/** The reason given for a withheld name. */
export const WITHHELD = "Its name is withheld because of its marking.";

export function isRestricted(marking: Marking | null): boolean {
  return marking !== null && RESTRICTED.has(marking);
}

/** Returns the address of a console page. */
export function pageUrl({ settings }: Pick<EventSourceDeps, "settings">, path: string) {
  return settings.PUBLIC_ORIGIN === undefined ? null : `${settings.PUBLIC_ORIGIN}${path}`;
}

/** Returns the id of a message created from events. */
export function messageId(eventId: string): string {
  return `msg_${eventId}`;
}

/** Formats a number with its noun, such as `1 report`. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
