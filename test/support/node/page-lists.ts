import type { PAGES } from "../../../src/console-pages.ts";

/** Where an answer has the entries of a list; empty if it is the list. */
interface PageList {
  path: string;
  at?: string;
}

/** What the main list of each page asks for; pages that have none until somebody enters something are null. */
export const PAGE_LISTS: Record<(typeof PAGES)[number], PageList | null> = {
  "/": { path: "/analyze/sessions?assignee=local" },
  "/analyze": null,
  "/intake": { path: "/pipeline/intake?status=pending" },
  "/intake/sources": { path: "/pipeline/sources" },
  "/intake/sources/{source_id}": { path: "/pipeline/runs?source_id={source_id}" },
  "/intake/imports": { path: "/pipeline/imports" },
  "/intake/imports/{import_id}": { path: "/pipeline/imports/{import_id}/receipts" },
  "/intake/capture": null,
  "/sessions": { path: "/analyze/sessions" },
  "/sessions/{session_id}": { path: "/analyze/{session_id}", at: "techniques" },
  "/dossiers": { path: "/dossiers" },
  "/dossiers/{dossier_id}": { path: "/dossiers/{dossier_id}", at: "techniques" },
  "/trends": { path: "/trends?of=techniques", at: "items" },
  "/observables": { path: "/pipeline/observables" },
  "/observables/suppressed": { path: "/pipeline/suppressions?restored=false" },
  "/observables/warning-lists": { path: "/pipeline/warning-lists" },
  "/observables/{observable_id}": {
    path: "/pipeline/observables/{observable_id}/context",
    at: "mentions",
  },
  "/matrix": { path: "/layers" },
  "/coverage": { path: "/coverage?session_id={session_id}", at: "techniques" },
  "/coverage/tests": { path: "/coverage/tests" },
  "/coverage/log-sources": { path: "/coverage/log-sources", at: "entries" },
  "/rules": { path: "/pipeline/rules?state=draft" },
  "/rules/{rule_id}": { path: "/pipeline/rules/{rule_id}/samples" },
  "/techniques": { path: "/evidence/techniques" },
  "/techniques/{technique_id}": { path: "/evidence?technique=T1003.001" },
  "/software": { path: "/attack/software" },
  "/software/{software_id}": { path: "/attack/software/S0154", at: "techniques" },
  "/vulnerabilities": { path: "/attack/vulnerabilities" },
  "/vulnerabilities/{cve_id}": { path: "/attack/vulnerabilities/CVE-2024-21762", at: "techniques" },
  "/groups": { path: "/apt/groups" },
  "/groups/{group_id}": { path: "/apt/groups/G0016", at: "techniques" },
  "/campaigns": { path: "/apt/campaigns" },
  "/campaigns/{campaign_id}": { path: "/apt/campaigns/C0024", at: "techniques" },
  "/compare": null,
  "/admin": { path: "/pipeline/audit" },
  "/admin/jobs": { path: "/jobs" },
  "/admin/tokens": { path: "/tokens" },
  "/admin/webhooks": { path: "/webhooks/{webhook_id}/deliveries" },
  "/admin/settings": { path: "/settings", at: "settings" },
  "/releases": { path: "/attack/versions" },
};
