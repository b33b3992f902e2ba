import type { Message } from "../events/announcement.ts";
import { fitLines, fitText } from "./fit-lines.ts";

/** Slack's limit of a header. */
const MOST_TITLE = 150;

/**
 * Builds a message for an incoming Slack webhook. Names are `plain_text`, which Slack does not parse for links,
 * mentions or formatting; only our own link is `mrkdwn`. Notifications show `text`.
 */
export function toSlack({ title, lines, url }: Message) {
  const heading = fitText(title, MOST_TITLE);
  const shown = fitLines(lines);
  const link =
    url === null ? [] : [section({ type: "mrkdwn", text: `<${url}|Open in tradecraft>` })];
  return {
    text: escapeMrkdwn(heading),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(heading) },
      ...(shown.length === 0 ? [] : [section(plain(shown.join("\n")))]),
      ...link,
    ],
  };
}

function section(text: object) {
  return { type: "section", text };
}

function plain(text: string) {
  return { type: "plain_text", text, emoji: false };
}

/** Escapes the three characters that Slack requires, since they begin everything other than text. */
function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
