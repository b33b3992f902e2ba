/** The self-hosted program's report of its machine. */
export interface HostReport {
  /** Resident memory in bytes, by process. A process is absent if the system does not report it. */
  resident_bytes: Record<string, number>;
  /** The file system of the data folder, in bytes. */
  disk: { size_bytes: number; free_bytes: number };
  /** When the newest scheduled backup began, in seconds since 1970. 0 before the first, null if none are scheduled. */
  newest_backup_seconds: number | null;
}
