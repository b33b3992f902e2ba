/** A kind of system that a text may be about: its name in reports, and its name in ATT&CK. */
export interface Platform {
  called: string;
  names: readonly string[];
}

/** Words that identify the kind of system that a text is about. */
export const PLATFORM_WORDS: readonly (Platform & { words: RegExp })[] = [
  {
    called: "network devices",
    names: ["Network Devices"],
    words:
      /\b(?:[Rr]outers?|[Ss]witches|[Nn]etwork devices?|[Ee]dge devices?|Cisco(?! (?:AnyConnect|Duo|Secure|Talos|Umbrella|Webex))|IOS|NX-OS|Junos|Juniper|MikroTik|RouterOS|FortiOS|FortiGate|PAN-OS|Smart Install|SNMP|TFTP|TACACS\+?|VTY|GRE tunnels?|startup-config|running-config|(?:VPN|firewall) appliances?|SOHO)\b/gu,
  },
  {
    called: "Linux",
    names: ["Linux"],
    words:
      /\b(?:Linux|Ubuntu|Debian|CentOS|RHEL|Red Hat|[Cc]ron(?:tab|job)?s?|systemd|systemctl|ELF|LD_PRELOAD|[Bb]ash|chmod|sudo|initramfs|PAM module)\b|(?<![\w.])\/(?:etc|bin|usr|var|tmp|dev\/shm|root|proc)\/[\w.-]/gu,
  },
  {
    called: "macOS",
    names: ["macOS"],
    words:
      /\b(?:macOS|OS X|Mac OS|Macs?|[Ll]aunch ?(?:Agent|Daemon)s?|launchd|launchctl|AppleScript|osascript|Gatekeeper|Mach-O|plists?|Keychain|Xcode)\b|\.(?:dmg|pkg|plist)\b/gu,
  },
  {
    called: "mobile devices",
    names: ["Android", "iOS"],
    words:
      /\b(?:Android|iPhones?|iPads?|iOS(?! ?X)|APKs?|[Ss]martphones?|mobile (?:phones?|devices?)|Google Play|App Store|Play Protect|accessibility services?)\b|\.apk\b/gu,
  },
];

/** Words that nearly every text about Windows contains. */
const WINDOWS_WORDS =
  /\b(?:windows|win(?:32|64)|microsoft|powershell|pwsh|hk(?:lm|cu|cr|ey_\w+)|lsass|sam hive|active directory|domain (?:admin\w*|controllers?|users?|join\w*|accounts?)|ntds|ntlm|kerber\w+|wmi\w*|winrm|group polic(?:y|ies)|gpos?|psexec|mimikatz|rundll32|regsvr32|mshta|certutil|bitsadmin|svchost|schtasks|vssadmin|shadow cop(?:y|ies)|vba|macros?|uac|ntfs|smb|admin shares?|rdp|remote desktop|workstations?|laptops?|desktops?|pcs?|dlls?|lnk)\b|\b(?<![?&])cmd\b(?!=)|(?<!\b(?:container|docker|image|internet|npm|package) )\bregistry\b/iu;

/** Products that are ordinary words in lower case: "key exchange", "defenders excel". */
const WINDOWS_PRODUCTS = /\b(?:Exchange|Outlook|Excel|SharePoint|Sharepoint|Defender)\b/u;

/** The framework, not the end of a host name. */
const DOT_NET =
  /(?:(?<![\w.\])-])|\b(?:ado|asp|vb))\.net\b(?![-.]\w| (?:addresses|domains?|tld|zone)\b)/iu;

/** File names, paths and variables; `%2F%3A` in a URL is not a variable. */
const WINDOWS_FILES =
  /\.(?:exe|dll|lnk|bat|ps1|vbs|hta|msi|scr|sys|docx?|xlsx?)\b|\b[A-Z]:\\|%(?![\da-f]{2}%)\w+%/iu;

/** URLs, host names and mail addresses, also defanged: an attacker chooses their words. */
const ADDRESSES =
  /(?<![\w@.\])-])[\w@-]+(?:(?:\.|\[\.\]|\(\.\)|\[dot\])[\w@-]+)*(?:\.|\[\.\]|\(\.\)|\[dot\])(?!exe|dll|lnk|bat|vbs|hta|msi|scr|sys|docx?\b|xlsx?\b)[a-z]{2,12}\b(?:[/:?#]\S*)?/gu;

/** Checks whether a text mentions Windows anywhere outside of addresses. */
export function isAboutWindows(text: string): boolean {
  if (WINDOWS_FILES.test(text)) return true;
  const prose = text.replace(ADDRESSES, " ");
  return [WINDOWS_WORDS, WINDOWS_PRODUCTS, DOT_NET].some((words) => words.test(prose));
}
