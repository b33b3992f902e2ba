/** A kind of system that a text may be about: how a report calls it, and what ATT&CK calls it. */
export interface Platform {
  called: string;
  names: readonly string[];
}

/** Words that say what kind of system a text is about. */
export const PLATFORM_WORDS: readonly (Platform & { words: RegExp })[] = [
  {
    called: "network devices",
    names: ["Network Devices"],
    words:
      /\b(?:[Rr]outers?|switches|[Nn]etwork devices?|edge devices?|IOS[ -]?X[ER]|Cisco IOS|Junos|RouterOS|FortiOS|FortiGate|PAN-OS|Smart Install|SNMP|TFTP|VTY|GRE tunnels?|startup-config|running-config|(?:VPN|firewall) appliances?|SOHO)\b/gu,
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

/** What a text about anything with Windows in it names sooner or later. */
export const WINDOWS_WORDS =
  /\b(?:windows|win(?:32|64)|microsoft|powershell|pwsh|registry|hk(?:lm|cu|cr|ey_\w+)|lsass|sam hive|active directory|domain (?:admin\w*|controllers?|users?|join\w*|accounts?)|ntds|ntlm|kerber\w+|wmi\w*|winrm|group polic(?:y|ies)|gpos?|psexec|mimikatz|rundll32|regsvr32|mshta|certutil|bitsadmin|svchost|cmd|schtasks|vssadmin|shadow cop(?:y|ies)|vba|macros?|excel|outlook|exchange|sharepoint|defender|uac|ntfs|smb|admin shares?|rdp|remote desktop|workstations?|laptops?|desktops?|pcs?|dlls?|lnk|\.net)\b|\.(?:exe|dll|lnk|bat|ps1|vbs|hta|msi|scr|sys|docx?|xlsx?)\b|\b[A-Z]:\\|%\w+%/iu;
