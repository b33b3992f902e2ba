import type { Announcement, Message } from "../events/announcement.ts";
import type { Shape } from "../vocabulary.ts";
import { toSlack } from "./to-slack.ts";
import { toTeams } from "./to-teams.ts";

/** Builds the request body of an event. Every attempt sends the same. */
export function toBody(
  shape: Shape,
  { type, at }: Pick<Announcement, "type" | "at">,
  message: Message,
): string {
  if (shape === "slack") return JSON.stringify(toSlack(message));
  if (shape === "teams") return JSON.stringify(toTeams(message));
  return JSON.stringify({ type, timestamp: at, data: message.data });
}
