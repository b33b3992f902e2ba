import { describe, expect, it } from "vitest";
import { type Claims, isComplete, readClaims } from "../../../src/platform/sign-on/read-claims.ts";
import { parseSettings } from "../../../src/settings.ts";
import { SIGN_ON } from "../../support/oidc-provider.ts";

const read = (claims: object, settings: Record<string, string> = {}) =>
  readClaims({ email: "ann@example.org", ...claims }, parseSettings({ ...SIGN_ON, ...settings }));

describe("the role of claims", () => {
  it.each([
    [["staff"], "viewer"],
    [["soc", "staff"], "analyst"],
    [["staff", 1, null, "CTI-Admins", "soc"], "admin"],
    ["cti-analysts", "analyst"],
    [" soc ", "analyst"],
  ])("%j is %s: the highest of those that are given", (roles, role) => {
    expect(read({ roles })).toEqual({ name: "ann@example.org", role });
  });

  it("is in a claim of any name, also within an object", () => {
    const keycloak = { realm_access: { roles: ["soc"] } };
    expect(read(keycloak, { OIDC_ROLES_CLAIM: "realm_access.roles" }).role).toBe("analyst");
    const named = { "https://example.org/roles": ["soc"] };
    expect(read(named, { OIDC_ROLES_CLAIM: "https://example.org/roles" }).role).toBe("analyst");
    for (const OIDC_ROLES_CLAIM of [
      "realm_access",
      "realm_access.roles.length.x",
      "__proto__.x",
      ".",
    ]) {
      expect(() => read(keycloak, { OIDC_ROLES_CLAIM })).toThrow("no role here");
    }
  });

  it("can be that of an address, if the provider verified it", () => {
    const byAddress = { OIDC_ROLES_CLAIM: "email", OIDC_ADMIN_ROLES: "Ann@example.org" };
    expect(read({}, byAddress).role).toBe("admin");
    expect(read({ email_verified: "true" }, byAddress).role).toBe("admin");
    const bySubject = { ...byAddress, OIDC_USERNAME_CLAIM: "sub" };
    const unverified = { sub: "1", email_verified: false };
    expect(() => read(unverified, bySubject)).toThrow("no role here");
  });

  it("is asked of userinfo where the ID token does not say that an address was verified", () => {
    const isWhole = (claims: Claims) => isComplete(claims, parseSettings(SIGN_ON));
    expect(isWhole({ email: "ann@example.org", roles: [] })).toBe(false);
    expect(isWhole({ email: "ann@example.org", roles: [], email_verified: true })).toBe(true);
  });

  it("is viewer for everyone only where the setting says so, and never more", () => {
    expect(read({}, { OIDC_VIEWER_ROLES: "*" }).role).toBe("viewer");
    expect(read({ roles: ["soc"] }, { OIDC_VIEWER_ROLES: "*" }).role).toBe("analyst");
    expect(() => read({}, { OIDC_ADMIN_ROLES: "*" })).toThrow("no role here");
  });
});

describe("the name of claims", () => {
  it("is in the claim of the setting", () => {
    const claims = { preferred_username: " ann ", sub: "1", roles: "soc" };
    expect(read(claims, { OIDC_USERNAME_CLAIM: "preferred_username" }).name).toBe("ann");
    expect(() => read(claims, { OIDC_USERNAME_CLAIM: "nickname" })).toThrow("claim nickname");
  });
});
