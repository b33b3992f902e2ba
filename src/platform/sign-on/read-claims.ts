import { type Actor, type Role, ROLES } from "../auth/identity.ts";
import { AppError } from "../lib/errors.ts";
import type { SignOnSettings } from "./settings.ts";

/** What a provider states about a user. */
export type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME_CHARS = 255;
/** Value of a setting for everyone who can log in. */
const EVERYONE = "*";

/**
 * Reads the name and the role of a user from claims.
 * @throws AppError `authentication_required` without a usable name, `role_required` without a role
 */
export function readClaims(claims: Claims, settings: SignOnSettings): Actor {
  return { name: readName(claims, settings), role: readRole(claims, settings) };
}

/** Returns whether the claims contain the name and the role, and `email_verified` if one of these is an address. */
export function isComplete(claims: Claims, settings: SignOnSettings): boolean {
  const { OIDC_USERNAME_CLAIM: name, OIDC_ROLES_CLAIM: roles } = settings;
  const isThere = (path: string) =>
    findClaim(claims, path) !== undefined &&
    (path !== "email" || claims["email_verified"] !== undefined);
  return [name, roles].every(isThere);
}

function readName(claims: Claims, { OIDC_USERNAME_CLAIM: path }: SignOnSettings): string {
  const value = findClaim(claims, path);
  const name = typeof value === "string" ? value.trim() : "";
  if (name !== "" && name.length <= MAX_NAME_CHARS && !/\p{Cc}/u.test(name)) return name;
  throw new AppError(
    "authentication_required",
    `The provider did not send a usable claim ${path}. The operator must add it at the provider, or set OIDC_USERNAME_CLAIM to another one.`,
  );
}

function readRole(claims: Claims, settings: SignOnSettings): Role {
  const values = textsOf(findClaim(claims, settings.OIDC_ROLES_CLAIM));
  const given: Record<Role, readonly string[]> = {
    viewer: settings.OIDC_VIEWER_ROLES,
    analyst: settings.OIDC_ANALYST_ROLES,
    admin: settings.OIDC_ADMIN_ROLES,
  };
  const role = ROLES.findLast((one) => given[one].some((value) => values.has(value)));
  if (role !== undefined) return role;
  if (given.viewer.includes(EVERYONE)) return "viewer";
  throw new AppError(
    "role_required",
    "You are logged in at the provider, but have no role here. Ask the operator of this service for one.",
  );
}

/** Returns the values of a claim in lower case, like the settings. A claim must be a text or a list of texts. */
function textsOf(claim: unknown): ReadonlySet<string> {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  const texts = values.filter((value) => typeof value === "string");
  return new Set(texts.map((value) => value.trim().toLowerCase()));
}

/** Finds a claim by its name, or by a path such as `realm_access.roles`. An address that is not verified is ignored. */
function findClaim(claims: Claims, path: string): unknown {
  if (path === "email" && isUnverified(claims["email_verified"])) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split(".").reduce<unknown>((part, name) => {
    const isThere = typeof part === "object" && part !== null && Object.hasOwn(part, name);
    return isThere ? (part as Claims)[name] : undefined;
  }, claims);
}

/** Returns whether an address is unverified. Some providers omit the claim, and some send it as text. */
function isUnverified(claim: unknown): boolean {
  return claim !== undefined && claim !== true && claim !== "true";
}
