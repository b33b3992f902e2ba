import { EXAMPLE_ID, EXAMPLE_TIME } from "./example-values.ts";
import type { Notes } from "./notes.ts";

/** Fields of what changed between two releases, and of the sync that ingests them. */
export const RELEASE_NOTES: Notes = {
  "ReleaseDiff.from": ["Release that is compared from.", "18.1"],
  "ReleaseDiff.to": ["Release that is compared to.", "19.1"],
  "ReleaseDiff.added": ["Techniques that are only in the second release."],
  "added.name": ["Name of the technique.", "PowerShell"],
  "ReleaseDiff.removed": [
    "Techniques that the second release no longer contains, not even as revoked or deprecated.",
  ],
  "ReleaseDiff.revoked": ["Techniques that were revoked in the second release."],
  "revoked.name": ["Name of the technique.", "PowerShell"],
  "revoked.replaced_by": [
    "ATT&CK ID of the technique that replaces the revoked one; null if there is none.",
    null,
  ],
  "ReleaseDiff.deprecated": ["Techniques that were deprecated in the second release."],
  "deprecated.name": ["Name of the technique.", "PowerShell"],
  "ReleaseDiff.renamed": ["Techniques whose name changed."],
  "renamed.from": ["Name in the first release.", "Powershell"],
  "renamed.to": ["Name in the second release.", "PowerShell"],
  "ReleaseDiff.tactic_changes": ["Techniques whose tactics changed."],
  "tactic_changes.name": ["Name of the technique.", "PowerShell"],
  "tactic_changes.added": ["Short names of the tactics that were added.", ["execution"]],
  "tactic_changes.removed": ["Short names of the tactics that were removed.", []],
  "ReleaseDiff.group_changes": [
    "Groups that were added or removed, or whose name or techniques changed.",
  ],
  "group_changes.attack_id": ["ATT&CK ID of the group.", "G0016"],
  "group_changes.name": ["Name of the group.", "APT29"],
  "group_changes.change": ["Kind of change to the group.", "changed"],
  "group_changes.techniques_added": [
    "ATT&CK IDs of the techniques that the group uses only in the second release.",
    ["T1566"],
  ],
  "group_changes.techniques_removed": [
    "ATT&CK IDs of the techniques that the group uses only in the first release.",
    [],
  ],
  "ReleaseDiff.campaign_changes": [
    "Campaigns that were added or removed, or whose name or techniques changed.",
  ],
  "campaign_changes.attack_id": ["ATT&CK or ATLAS ID of the campaign.", "C0024"],
  "campaign_changes.name": ["Name of the campaign.", "SolarWinds Compromise"],
  "campaign_changes.change": ["Kind of change to the campaign.", "changed"],
  "campaign_changes.techniques_added": [
    "ATT&CK IDs of the techniques that the campaign uses only in the second release.",
    ["T1566"],
  ],
  "campaign_changes.techniques_removed": [
    "ATT&CK IDs of the techniques that the campaign uses only in the first release.",
    [],
  ],
  renamed_from: ["Name in the first release; null if the name did not change.", null],
  "SyncStatus.domains": ["Domains, each with the state of its releases."],
  "domains.current_version": ["Current release of the domain; null if none is ingested.", "19.1"],
  "domains.latest_version": [
    "Newest release that upstream offers; null if upstream was never reached.",
    "19.1",
  ],
  "domains.needs_update": ["Whether a sync would ingest a release of the domain.", false],
  "domains.last_ingested": [
    "Time at which a release of the domain was last ingested; null if none was.",
    EXAMPLE_TIME,
  ],
  "unusable.version": ["Release that cannot be ingested.", "18.1"],
  "unusable.reason": [
    "Why the release cannot be ingested.",
    "The URL of the release is missing from the index.",
  ],
  "SyncStatus.any_updates_needed": ["Whether a sync would ingest any release.", false],
  "SyncStatus.checked_at": [
    "Time at which upstream last answered; null if it never has.",
    EXAMPLE_TIME,
  ],
  "SyncStatus.upstream_error": ["Why upstream cannot be reached; null if it can.", null],
  "SyncRequest.domains": ["Domains to sync; all domains if left out.", ["enterprise-attack"]],
  "SyncTicket.task_id": ["Identifier of the sync task.", EXAMPLE_ID],
  "SyncTicket.domains": ["Domains that the task syncs.", ["enterprise-attack"]],
  "SyncTask.task_id": ["Identifier of the sync task.", EXAMPLE_ID],
  "SyncTask.status": ["Status of the sync task.", "complete"],
  "SyncTask.domains": ["Domains of the task, each with its progress."],
  "SyncTask.created_at": ["Time at which the sync was requested.", EXAMPLE_TIME],
  "domains.version": ["Release that is ingested; null while it is not known.", "19.1"],
  "domains.action": [
    "Action for the domain: look up releases, ingest one, or nothing to do.",
    "ingest",
  ],
  "domains.stage": ["Current step of the sync of the domain.", "reading"],
  "domains.done": ["Bytes downloaded or rows stored so far, depending on `stage`.", 4],
  "domains.total": ["Bytes or rows in total; 0 while this is not known.", 12],
  "domains.error": ["Why the sync of the domain failed; null if it did not fail.", null],
  finished_at: ["Time at which the work ended; null while it is queued or running.", EXAMPLE_TIME],
};
