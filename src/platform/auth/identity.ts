import { AppError } from "../lib/errors.ts";
import { type AuthSettings, hasProof } from "./auth-settings.ts";
import { isSameSecret } from "./is-same-secret.ts";

export const ROLES = ["viewer", "analyst", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The caller. `name` is recorded in the audit trail. */
export interface Actor {
  name: string;
  role: Role;
  /** Id of the request's API token. */
  token?: string;
  /** When the login at this service expires, if it identifies the user. */
  loginExpiresAt?: string;
}

/**
 * Verifies a Cloudflare Access token and returns its owner, or null if it proves nothing.
 * @throws AppError `identity_unavailable`
 */
export type AccessVerifier = (token: string) => Promise<string | null>;

/** Every caller in local mode. */
export const LOCAL_ACTOR: Actor = { name: "local", role: "admin" };
const MAX_USER_LENGTH = 255;

/**
 * Identifies the sender of a request (docs/api.md, Who may do what). Local mode ignores all identity headers. The
 * settings ensure that headers count only with a proof, on loopback, or if they are trusted explicitly.
 * @throws AppError `authentication_required`, `role_unknown`, `role_ambiguous`, `identity_unavailable`
 */
export async function identify(
  headers: Headers,
  settings: AuthSettings,
  verifyAccess: AccessVerifier | null,
): Promise<Actor> {
  if (!settings.AUTH_ENABLED) return LOCAL_ACTOR;
  if (verifyAccess !== null) return await identifyByAccess(headers, settings, verifyAccess);
  await requireProxyProof(headers, settings);
  const name = (headers.get("X-Auth-User") ?? "").trim();
  if (name === "" || name.length > MAX_USER_LENGTH) {
    throw unauthenticated(
      `The reverse proxy must set X-Auth-User to a user name of 1 to ${MAX_USER_LENGTH} characters.`,
    );
  }
  return { name, role: parseRole(headers.get("X-Auth-Roles")) };
}

/** Takes the role from the settings, never from X-Auth-Roles: behind Access any signed-in person can add headers. */
async function identifyByAccess(
  headers: Headers,
  settings: AuthSettings,
  verifyAccess: AccessVerifier,
): Promise<Actor> {
  const token = headers.get("Cf-Access-Jwt-Assertion");
  const email = token === null ? null : await verifyAccess(token);
  if (email === null) throw unauthenticated("Sign in through Cloudflare Access.");
  const known = email.toLowerCase();
  if (settings.ACCESS_ADMINS.includes(known)) return { name: email, role: "admin" };
  if (settings.ACCESS_ANALYSTS.includes(known)) return { name: email, role: "analyst" };
  return { name: email, role: "viewer" };
}

function parseRole(header: string | null): Role {
  const roles = (header ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
  const [role] = roles;
  if (role === undefined) return "viewer";
  if (roles.length > 1) {
    throw new AppError("role_ambiguous", "X-Auth-Roles must hold exactly one role.");
  }
  const known = ROLES.find((candidate) => candidate === role);
  if (known === undefined) {
    throw new AppError("role_unknown", "X-Auth-Roles must be admin, analyst or viewer.");
  }
  return known;
}

async function requireProxyProof(headers: Headers, settings: AuthSettings): Promise<void> {
  if (!hasProof(settings)) return;
  const secrets = [settings.PROXY_SECRET, settings.PROXY_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  );
  const offered = headers.get("X-Proxy-Secret") ?? "";
  const matches = await Promise.all(secrets.map((secret) => isSameSecret(offered, secret)));
  if (!matches.includes(true)) {
    throw unauthenticated("The request did not come through the configured reverse proxy.");
  }
}

function unauthenticated(detail: string): AppError {
  return new AppError("authentication_required", detail);
}

/** Rejects an actor whose role is lower than the route requires. */
export function requireRole(actor: Actor, needed: Role): void {
  if (ROLES.indexOf(actor.role) < ROLES.indexOf(needed)) {
    throw new AppError(
      "role_required",
      `This needs the role ${needed === "analyst" ? "analyst or admin" : needed}; yours is ${actor.role}.`,
    );
  }
}

/** Returns whether a proof identifies senders: a proxy secret, Cloudflare Access or a login at this service. */
export function isIdentityProven(settings: AuthSettings): boolean {
  return settings.AUTH_ENABLED && hasProof(settings);
}

/**
 * Returns warnings about the authentication for the operator, one sentence each. The log and the health route show
 * them.
 */
export function authWarnings(settings: AuthSettings): string[] {
  if (!settings.AUTH_ENABLED || hasProof(settings)) return [];
  const [what, whose] = settings.TRUST_PROXY_HEADERS
    ? ["TRUST_PROXY_HEADERS", "anyone who can reach this port"]
    : ["AUTH_ENABLED without PROXY_SECRET", "any program on this machine"];
  return [
    `The proxy is unproven: ${what} accepts X-Auth-User and X-Auth-Roles from ${whose}; set PROXY_SECRET.`,
  ];
}
