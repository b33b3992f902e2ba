import { gauge, type Metric } from "../platform/metrics/metric.ts";
import type { HostReport } from "./host-report.ts";

/** Measures the memory of each process and the disk of the data folder. */
export function measureHost({ resident_bytes: resident, disk }: HostReport): Metric[] {
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
  ];
}
