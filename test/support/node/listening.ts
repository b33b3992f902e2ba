import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { descendantsOf } from "./processes.ts";

/** A socket that waits for connections. */
export interface ListeningSocket {
  pid: number;
  /** Port of a TCP socket; null for a Unix one. */
  port: number | null;
  /** Path of a Unix socket; null for a TCP one. */
  path: string | null;
}

/** Every socket on which a process or one below it listens, as Linux tells under /proc. */
export function listListening(pid: number): ListeningSocket[] {
  return [pid, ...descendantsOf(pid)].flatMap((process) => {
    const inodes = socketInodes(process);
    return [...tcpSockets(process), ...unixSockets(process)]
      .filter(({ inode }) => inodes.has(inode))
      .map(({ port, path }) => ({ pid: process, port, path }));
  });
}

function socketInodes(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`;
  const links = readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`);
    } catch {
      // Closed meanwhile.
      return "";
    }
  });
  return new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? ""));
}

const LISTEN_STATE = "0A";

function tcpSockets(pid: number) {
  return ["tcp", "tcp6"].flatMap((name) =>
    fieldsOf(`/proc/${pid}/net/${name}`)
      .filter((fields) => fields[3] === LISTEN_STATE)
      .map((fields) => {
        const port = Number.parseInt(fields[1]?.split(":")[1] ?? "", 16);
        return { inode: fields[9] ?? "", port, path: null };
      }),
  );
}

/** The flag of a socket that accepts connections (__SO_ACCEPTCON). */
const ACCEPTS = 0x10000;

function unixSockets(pid: number) {
  return fieldsOf(`/proc/${pid}/net/unix`)
    .filter((fields) => (Number.parseInt(fields[3] ?? "", 16) & ACCEPTS) !== 0)
    .map((fields) => ({ inode: fields[6] ?? "", port: null, path: fields[7] ?? "" }));
}

/** The fields of each line after the first. */
function fieldsOf(path: string): string[][] {
  const [, ...lines] = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => line.trim().split(/\s+/));
}
