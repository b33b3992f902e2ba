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

/** The observables of a report, ready to be stored with it. */
export interface FoundObservables {
  /** Number of observables beyond the quota. */
  left: number;
  /**
   * Stores them as named by a session, with the analysts' current verdicts.
   * @param date the date of the report, as their sighting. Null if unknown.
   */
  storeFor(sessionId: string, date: string | null): Promise<Part>;
}

/** The observables that a text names. */
export interface ReadObservables {
  /** Excludes those that match a suppression rule. */
  named: readonly NamedObservable[];
  /** Returns those that fit into the quota. */
  fit(): Promise<FoundObservables>;
}

/** Stores the observables that reports name. */
export interface ObservablesOfSessions {
  /**
   * Finds them in a report.
   * @param url of the page that the text comes from, whose host is not an indicator. Null for a text that was sent.
   */
  read(document: Document, url: string | null): Promise<ReadObservables>;
  /** Removes observables that only this session names. */
  forget(sessionId: string): Part;
}

/** Links collected reports to the sessions that analyzed them. */
export interface ReportsOfSessions {
  /** Unlinks a deleted session. */
  unlinkSession(sessionId: string): Part;
  /** Records that a previously failed session is complete. */
  completeAnalysis(sessionId: string, now: string): Promise<void>;
}

/** Dependencies for reading a session. */
export interface SessionReadDeps extends Runtime, ReleaseDeps {
  sessions: SessionStore;
  processingSessions: ProcessingSessionStore;
}

/** Dependencies for fetching a report and extracting its text. */
export interface FetchDeps extends Pick<Runtime, "now">, OutboundDeps {
  readers: {
    document(caller: string, file: DocumentFile): Promise<ExtractedDocument>;
    html(caller: string, page: FetchedPage): Promise<ExtractedDocument>;
  };
  settings: OutboundDeps["settings"] & { MAX_UPLOAD_BYTES: number; SOURCE_TIMEOUT_MS: number };
}

/** Dependencies for analyzing a report and storing the result. */
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
