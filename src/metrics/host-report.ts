/** What the self-hosted program reports of its machine. */
export interface HostReport {
  /** Resident memory in bytes, by process; a process is absent where the system does not tell. */
  resident_bytes: Record<string, number>;
  /** The file system of the data folder, in bytes. */
  disk: { size_bytes: number; free_bytes: number };
}
