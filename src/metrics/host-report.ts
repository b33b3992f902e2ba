/** What the self-hosted program reports of its machine. */
export interface HostReport {
  /** Resident memory in bytes, by process; a process is absent where the system does not tell. */
  resident_bytes: Record<string, number>;
  /** The file system of the data folder, in bytes. */
  disk: { size_bytes: number; free_bytes: number };
  /** When the newest scheduled backup was begun, in seconds since 1970, 0 while there is none; null where none are. */
  newest_backup_seconds: number | null;
}
