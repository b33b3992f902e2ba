import { longTime } from "../../../sharing/exports/content/long-date.ts";
import { personName } from "../../../sharing/exports/content/standing.ts";
import type { Proof } from "../read-proof.ts";
import type { ProvenTechnique } from "../signed-report.ts";
import { cutText, pageOf } from "./cut-text.ts";
import { escapeHtml } from "../../../platform/lib/escape-html.ts";
import { anchorOf, listMarks, markText } from "./mark-text.ts";
import { STYLE } from "./style.ts";

type Pages = ReturnType<typeof cutText>;

/**
 * Renders the self-contained page of a signed report: its techniques next to the text with their passages marked, and
 * the receipt of its signature.
 * @param asked page number of a long text, from 1; a number beyond the end means the last page
 */
export function writeProofPage({ link, report, receipt }: Proof, asked: number): string {
  const pages = cutText(report.text);
  const at = Math.min(Math.max(asked, 1), pages.length) - 1;
  const part = pages[at] ?? { start: 0, end: 0 };
  const techniques = report.techniques.map((technique) => writeTechnique(technique, pages, at));
  const marked = markText(report.text, part, listMarks(report.techniques));
  const turns = writeTurns(pages.length, at);
  return writeDocument(
    report.title,
    `<header>
<h1>${escapeHtml(report.title)}</h1>
${report.marking === null ? "" : `<p class="marking">${escapeHtml(report.marking.heading)}</p>`}
${receipt.is_unchanged ? "" : CHANGED}
${writeReceipt({ link, report, receipt })}
</header>
<main>
<section class="techniques">
<h2>Techniques and evidence</h2>
${techniques.length === 0 ? "<p>The report has no technique.</p>" : `<ol>${techniques.join("")}</ol>`}
</section>
<section>
<h2>Text of the report</h2>
${turns}<pre>${marked}</pre>${turns}
</section>
</main>`,
  );
}

/** Renders the same page for every invalid link, whatever the reason. */
export function writeClosedPage(): string {
  return writeDocument(
    "Nothing to show",
    `<h1>Nothing to show</h1>
<p>This link is unknown, has expired or was revoked, or the report has changed since. Ask its sender for a new one.</p>`,
  );
}

const CHANGED = `<p class="warning">The report is not what it was when this link was made, although it bears the same signature. Do not rely on it.</p>`;

function writeDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function writeReceipt({ link, report, receipt }: Proof): string {
  const { entry } = receipt;
  const rows: [string, string][] = [
    ["Signed by", escapeHtml(personName(report.signed_by))],
    ["Signed on", longTime(report.signed_at)],
    ["Techniques of", escapeHtml(`${report.domain} ${report.version}`)],
    ["Text (SHA-256)", `<code>${report.text_sha256}</code>`],
    ["Signed content (SHA-256)", `<code>${receipt.content_sha256}</code>`],
    [
      "Audit entry",
      entry === null
        ? "not found"
        : `${entry.seq}, <code>${escapeHtml(entry.hash ?? "being sealed")}</code>`,
    ],
    ["Link valid until", longTime(link.expires_at)],
  ];
  const lines = rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`);
  return `<h2>Receipt</h2>\n<dl>${lines.join("")}</dl>`;
}

function writeTechnique(technique: ProvenTechnique, pages: Pages, at: number): string {
  const { attack_id: id, name, standing, passages, quoted } = technique;
  const evidence = passages.map((passage) => {
    const page = pageOf(pages, passage.start);
    const target = `${page === at ? "" : `?page=${page + 1}`}#${anchorOf(passage)}`;
    return `<p><a href="${target}">${escapeHtml(passage.text)}</a></p>`;
  });
  const unlocated =
    quoted === "" ? "" : `<p>Not word for word in the text: ${escapeHtml(quoted)}</p>`;
  return `<li><strong>${escapeHtml(`${id} ${name}`)}</strong> · ${escapeHtml(standing)}${evidence.join("")}${unlocated}</li>`;
}

function writeTurns(count: number, at: number): string {
  if (count === 1) return "";
  const numbers = Array.from({ length: count }, (_, page) =>
    page === at
      ? `<strong aria-current="page">${page + 1}</strong>`
      : `<a href="?page=${page + 1}" aria-label="Page ${page + 1}">${page + 1}</a>`,
  );
  return `<nav aria-label="Pages of the text">Page ${numbers.join(" ")}</nav>`;
}
