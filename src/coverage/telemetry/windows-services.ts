/**
 * Services of Windows in Sigma and the channels that they are, as Windows names them; `*` stands for any
 * text. Source: the configuration of Windows services of the Sigma project.
 */
export const WINDOWS_SERVICES: Readonly<Record<string, readonly string[]>> = {
  "appxdeployment-server": ["Microsoft-Windows-AppXDeploymentServer/Operational"],
  "appxpackaging-om": ["Microsoft-Windows-AppxPackaging/Operational"],
  "appmodel-runtime": ["Microsoft-Windows-AppModel-Runtime/Admin"],
  applocker: ["Microsoft-Windows-AppLocker/*"],
  "bits-client": ["Microsoft-Windows-Bits-Client/*"],
  capi2: ["Microsoft-Windows-CAPI2/Operational"],
  "certificateservicesclient-lifecycle-system": [
    "Microsoft-Windows-CertificateServicesClient-Lifecycle-System/Operational",
  ],
  "codeintegrity-operational": ["Microsoft-Windows-CodeIntegrity/*"],
  "diagnosis-scripted": ["Microsoft-Windows-Diagnosis-Scripted/Operational"],
  dhcp: ["Microsoft-Windows-DHCP-Server/Operational", "dhcp"],
  "dns-client": [
    "Microsoft-Windows-DNS Client Events/Operational",
    "Microsoft-Windows-DNS-Client/*",
  ],
  "dns-server": ["DNS Server"],
  "dns-server-analytic": ["Microsoft-Windows-DNS-Server/Analytical"],
  "dns-server-audit": ["Microsoft-Windows-DNS-Server/Audit"],
  "driver-framework": ["Microsoft-Windows-DriverFrameworks-UserMode/Operational"],
  "firewall-as": ["Microsoft-Windows-Windows Firewall With Advanced Security/*"],
  "iis-configuration": ["Microsoft-IIS-Configuration/*"],
  ldap: ["Microsoft-Windows-LDAP-Client/*"],
  "lsa-server": ["Microsoft-Windows-LSA/Operational"],
  "microsoft-servicebus-client": ["Microsoft-ServiceBus-Client/*"],
  "msexchange-management": ["MSExchange Management"],
  ntlm: ["Microsoft-Windows-NTLM/Operational"],
  openssh: ["OpenSSH/Operational"],
  "powershell-classic": ["Windows PowerShell"],
  "printservice-admin": ["Microsoft-Windows-PrintService/Admin"],
  "printservice-operational": ["Microsoft-Windows-PrintService/Operational"],
  "security-mitigations": ["Microsoft-Windows-Security-Mitigations/*"],
  "shell-core": ["Microsoft-Windows-Shell-Core/*"],
  "smbclient-connectivity": ["Microsoft-Windows-SMBClient/Connectivity"],
  "smbclient-security": ["Microsoft-Windows-SMBClient/Security"],
  "smbserver-connectivity": ["Microsoft-Windows-SMBServer/Connectivity"],
  taskscheduler: ["Microsoft-Windows-TaskScheduler/Operational"],
  "terminalservices-localsessionmanager": [
    "Microsoft-Windows-TerminalServices-LocalSessionManager/Operational",
  ],
  windefend: ["Microsoft-Windows-Windows Defender/Operational"],
  wmi: ["Microsoft-Windows-WMI-Activity/Operational"],
};
