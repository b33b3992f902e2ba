import type { Made } from "./fill.ts";

/** Returns the few lines that the demo prints when it is ready. */
export function whatToLookAt(url: string, made: Made, seconds: number): string {
  const pages = [
    [
      `/sessions/${made["session_id"]}`,
      "a report in review, with its evidence and a second opinion",
    ],
    ["/intake", "reports of a feed that wait for a decision"],
    [`/dossiers/${made["dossier_id"]}`, "three reports as one"],
    [`/matrix?overlays=session:${made["session_id"]},group:G0016`, "a report next to its group"],
    ["/coverage", "what six rules and eight log sources see"],
    ["/rules", "rules, two drafts, and one that fails on its sample"],
  ];
  const lines = pages.map(([path, what]) => `  ${url}${path}\n    ${what}`);
  return [
    url,
    `The demo is ready after ${seconds} s. All content is invented. What to look at:`,
    ...lines,
    "Ctrl-C ends it. The next start begins again, in .demo.",
  ].join("\n");
}
