import { gauge, type Metric } from "../platform/metrics/metric.ts";
import type { HostReport } from "./host-report.ts";

/** Measures the memory of each process, the disk of the data folder and the age of its backups. */
export function measureHost(report: HostReport): Metric[] {
  const { resident_bytes: resident, disk, newest_backup_seconds: newest } = report;
  return [
    gauge(
      "tradecraft_process_resident_memory_bytes",
      "Resident memory of each process of the service; the readers are counted together.",
      Object.entries(resident).map(([process, value]) => ({ labels: { process }, value })),
    ),
    gauge(
      "tradecraft_data_filesystem_size_bytes",
      "Size of the file system that contains the data folder.",
      disk.size_bytes,
    ),
    gauge(
      "tradecraft_data_filesystem_free_bytes",
      "Bytes that the service can still write to that file system.",
      disk.free_bytes,
    ),
    gauge(
      "tradecraft_backup_newest_timestamp_seconds",
      "When the newest scheduled backup was begun; 0 while there is none. Missing without BACKUP_DIR.",
      newest === null ? [] : newest,
    ),
  ];
}
