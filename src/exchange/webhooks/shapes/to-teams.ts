import type { Message } from "../events/announcement.ts";
import { fitLines, fitText } from "./fit-lines.ts";

const MOST_TITLE = 200;

/**
 * Builds an Adaptive Card for Teams Workflows webhooks. Names are in text runs, which do not support Markdown, so they
 * cannot form links or mentions.
 */
export function toTeams({ title, lines, url }: Message) {
  const heading = fitText(title, MOST_TITLE);
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            paragraph({ text: heading, weight: "Bolder", size: "Medium" }),
            ...fitLines(lines).map((text) => paragraph({ text })),
          ],
          ...(url !== null && {
            actions: [{ type: "Action.OpenUrl", title: "Open in tradecraft", url }],
          }),
        },
      },
    ],
  };
}

function paragraph(run: { text: string; weight?: string; size?: string }) {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", ...run }] };
}
