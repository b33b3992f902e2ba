import { analyse } from "./service.ts";

/** Reports that agree, contradict each other and share indicators, as the pages of dossiers show them. */
const REPORTS: readonly (readonly [name: string, text: string])[] = [
  [
    "First vendor",
    "First vendor\nPublished on 2024-06-07 by us\n\nIn May 2024, APT29 attacked the port by mail (T1566.001). It ran PowerShell (T1059.001) from evil-harbour.net.",
  ],
  [
    "Second vendor",
    "Second vendor\nPublished on 2024-06-21 by us\n\nIn January 2023, UNC7777 attacked the port. It ran PowerShell (T1059.001) from evil-harbour.net and used valid accounts (T1078).",
  ],
];

async function send<T>(url: string, method: string, path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}.`);
  return (await answer.json()) as T;
}

/** Analyzes the reports. @returns their sessions */
export async function analyseReports(url: string, suffix = ""): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, text] of REPORTS) {
    const { body } = await analyse(url, { text, name: `${name}${suffix}` });
    ids.push(body.session_id);
  }
  return ids;
}

/** Decides on a technique of a session. */
export async function decide(
  url: string,
  sessionId: string,
  technique: string,
  review_status: string,
): Promise<void> {
  const path = `/api/analyze/sessions/${sessionId}/techniques/${technique}`;
  await send(url, "PATCH", path, { review_status });
}

/** Creates a dossier. @returns its identifier */
export async function makeDossier(
  url: string,
  session_ids: string[],
  more: object = {},
): Promise<string> {
  const given = { name: "The harbour intrusions", session_ids, ...more };
  return (await send<{ dossier_id: string }>(url, "POST", "/api/dossiers", given)).dossier_id;
}
