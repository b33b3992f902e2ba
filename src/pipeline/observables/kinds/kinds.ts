import type { KnownKind } from "../vocabulary.ts";
import { asn, ipv4, ipv6 } from "./addresses.ts";
import { cve } from "./cve.ts";
import { file_name, file_path, mutex, registry_key, user_agent } from "./files.ts";
import {
  authentihash,
  certificate_hash,
  imphash,
  ja3,
  ja3s,
  ja4,
  md5,
  sha1,
  sha256,
  sha512,
  ssdeep,
} from "./hashes.ts";
import { domain, email, url } from "./hosts.ts";
import type { Kind } from "./kind.ts";
import { cryptocurrency_wallet } from "./wallets.ts";

/** Each kind by its name. */
export const KINDS: Readonly<Record<KnownKind, Kind>> = {
  cve,
  ipv4,
  ipv6,
  domain,
  url,
  email,
  md5,
  sha1,
  sha256,
  sha512,
  ssdeep,
  imphash,
  authentihash,
  ja3,
  ja3s,
  ja4,
  certificate_hash,
  file_name,
  file_path,
  registry_key,
  mutex,
  user_agent,
  asn,
  cryptocurrency_wallet,
};
