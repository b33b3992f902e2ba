import type { ReleaseDeps } from "../../knowledge/attack/deps.ts";
import type { CommitDeps, Part } from "../../platform/audit/commit.ts";
import type { AfterChange } from "../../platform/lib/after-change.ts";
import type { Runtime } from "../../platform/lib/runtime.ts";
import type { QuotaDeps } from "../../platform/quotas/deps.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { FetchedPage } from "../../formats/documents/decode-page.ts";
import type { DocumentFile, ExtractedDocument } from "../../formats/documents/document.ts";
import type { Document } from "../../text/document/document.ts";
import type { NamedObservable } from "../entities/find-observables.ts";
import type { KindDeps } from "../document-kind/open-kind-model.ts";
import type { ProviderDeps } from "../providers/deps.ts";
import type { ChangeStore } from "./change-store.ts";
import type { EvidenceStore } from "./evidence/evidence-store.ts";
import type { FailedSessionStore } from "./failed-session-store.ts";
import type { ProcessingSessionStore } from "./processing-session-store.ts";
import type { SessionFiles } from "./session-files.ts";
import type { SessionStore } from "./store.ts";
import type { SubjectDeps } from "./subjects/refresh-subjects.ts";
import type { TechniqueStore } from "./technique-store.ts";

/** The observables that a report names, ready to be stored with what they were found in. */
export interface FoundObservables {
  /** How many there was no room for. */
  left: number;
  /**
   * Stores them as named by a session, with what analysts have ruled of them by now.
   * @param date the date of the report, which they were seen at; null where it is unknown
   */
  storeFor(sessionId: string, date: string | null): Promise<Part>;
}

/** The observables that a text names. */
export interface ReadObservables {
  /** Without those that a suppression rule keeps out. */
  named: readonly NamedObservable[];
  /** As many as there is room for. */
  fit(): Promise<FoundObservables>;
}

/** Who keeps the observables that reports name. */
export interface ObservablesOfSessions {
  /**
   * Finds them in a report.
   * @param url of the page that the text comes from, whose host is no indicator; null for one that was sent
   */
  read(document: Document, url: string | null): Promise<ReadObservables>;
  /** Removes what only this session names. */
  forget(sessionId: string): Part;
}

/** Who keeps the collected reports that sessions are the analyses of. */
export interface ReportsOfSessions {
  /** Unlinks a session that is deleted. */
  unlinkSession(sessionId: string): Part;
  /** Notes that a session which had failed is complete. */
  completeAnalysis(sessionId: string, now: string): Promise<void>;
}

/** What reading a session takes. */
export interface SessionReadDeps extends Runtime, ReleaseDeps {
  sessions: SessionStore;
  processingSessions: ProcessingSessionStore;
}

/** What fetching a report takes, and reading it. */
export interface FetchDeps extends Pick<Runtime, "now">, OutboundDeps {
  readers: {
    document(caller: string, file: DocumentFile): Promise<ExtractedDocument>;
    html(caller: string, page: FetchedPage): Promise<ExtractedDocument>;
  };
  settings: OutboundDeps["settings"] & { MAX_UPLOAD_BYTES: number; SOURCE_TIMEOUT_MS: number };
}

/** What analyzing a report takes, and keeping what came of it. */
export interface SessionDeps
  extends
    SessionReadDeps,
    CommitDeps,
    AfterChange,
    QuotaDeps,
    ProviderDeps,
    FetchDeps,
    KindDeps,
    SubjectDeps {
  failedSessions: FailedSessionStore;
  sessionTechniques: TechniqueStore;
  sessionChanges: ChangeStore;
  evidence: EvidenceStore;
  sessionFiles: SessionFiles;
  sessionObservables: ObservablesOfSessions;
  intake: ReportsOfSessions;
  settings: FetchDeps["settings"] &
    QuotaDeps["settings"] &
    ProviderDeps["settings"] & {
      MAX_TEXT_CHARS: number;
      FAILED_SESSIONS_DAYS: number;
    };
}
