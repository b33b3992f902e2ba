import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { ServerCredentials } from "../../platform/outbound/server-credentials.ts";
import type { ExportDeps } from "../../sharing/exports/deps.ts";

/** What the MISP feed and sending events to a MISP server take. */
export interface MispDeps extends ExportDeps, CommitDeps, OutboundDeps {
  settings: ExportDeps["settings"] & {
    /** The MISP server that reports may be sent to; undefined where there is none. */
    MISP_URL?: string | undefined;
    SERVER_CREDENTIALS: ServerCredentials;
    SOURCE_TIMEOUT_MS: number;
  };
}
