import { isEmail } from '@atrium/rules/email';
import { type WeatherProvider, weatherProviders } from '@atrium/rules/weather';
import { resolve } from 'node:path';
import { hostName, hosts, proxies } from './setting-hosts.ts';
import { type SmsAccount, smsAccount } from './setting-sms.ts';

/** Everything an operator can set. All of it is optional; `readConfig` is the only reader of the environment. */
export interface Config {
  /** 0 asks the system for a free port. */
  readonly port: number;
  /** Absent: see `listenAddress`. */
  readonly host: string | undefined;
  /** Origin without a trailing slash. Absent: the address the server listens on. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataFolder: string;
  /** Create the demo data in a fresh data folder, and keep its sensors pushing. */
  readonly demo: boolean;
  /** 32 bytes in base64. Absent: the key in the data folder. */
  readonly secretKey: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  /** Absolute. Absent: no backups on a schedule. */
  readonly backupFolder: string | undefined;
  /** Minutes after midnight, UTC. */
  readonly backupAt: number;
  /** How many scheduled backups are kept. */
  readonly backupKeep: number;
  /** Addresses, networks or the names `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[];
  /** Names or addresses, with a port or without. */
  readonly internalHosts: readonly string[];
  readonly billingPhone: string | undefined;
  readonly maintenance: { readonly from: Date; readonly to: Date } | undefined;
  /** Absent: emails wait in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: MailSender | undefined;
  /** Absent: text messages wait in the outbox. */
  readonly sms: SmsAccount | undefined;
  /** Absent: the help desk that comes with the product. */
  readonly freshdesk: { readonly origin: string; readonly apiKey: string } | undefined;
  /** Origin of a Photon server. Absent: addresses are entered by hand. */
  readonly geocoder: string | undefined;
  /** Absent: there is no weather, except in the demo. */
  readonly weatherProvider: WeatherProvider | undefined;
  /** Origin of the provider. Absent: its public one. */
  readonly weatherUrl: string | undefined;
  readonly weatherApiKey: string | undefined;
  /** Absent: the public URL. */
  readonly weatherContact: string | undefined;
  /** Absent: no SFTP server. 0 asks the system for a free port. */
  readonly sftpPort: number | undefined;
  /** Absent: only staff read the metrics. */
  readonly metricsToken: string | undefined;
  readonly logLevel: LogLevel;
}

export interface MailSender {
  readonly name: string;
  readonly address: string;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A setting that cannot be used. The message is the one line an operator needs. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

interface Setting {
  readonly name: string;
  /** The default when the variable is absent or empty, as worded in the README. */
  readonly otherwise: string;
  readonly allowed: string;
  readonly meaning: string;
  /** The value may contain a password and is never shown. */
  readonly secret?: true;
}

/** The README's table is checked against this one. */
export const settings = {
  port: {
    name: 'PORT',
    otherwise: '8080',
    allowed: 'a whole number from 0 to 65535',
    meaning: 'Port of the web server; 0 picks a free one',
  },
  host: {
    name: 'HOST',
    otherwise: '127.0.0.1 while demo sign-ins exist, else 0.0.0.0',
    allowed: 'an IP address or a host name',
    meaning: 'Address the web server listens on',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    otherwise: 'http://localhost and the port',
    allowed: 'an http or https URL without a path, such as https://counts.example.com',
    meaning: 'Public URL of the installation; every link in an email or on a page starts with it',
  },
  dataFolder: {
    name: 'ATRIUM_DATA',
    otherwise: '.atrium in the checkout',
    allowed: 'the path of a folder',
    meaning: 'Folder for everything that Atrium stores on this machine',
  },
  demo: {
    name: 'ATRIUM_DEMO',
    otherwise: 'on with npm start, off with npm run serve',
    allowed: 'on or off',
    meaning: 'Create the demo data in a new data folder and keep its sensors pushing',
  },
  secretKey: {
    name: 'ATRIUM_SECRET_KEY',
    otherwise: 'secret.key in the data folder, made at the first start',
    allowed: '32 bytes in base64, as openssl rand -base64 32 prints them',
    meaning:
      'Key that encrypts sensor passwords, push keys and client secrets; the same on all nodes of one DATABASE_URL',
    secret: true,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    otherwise: 'the PostgreSQL that comes with Atrium',
    allowed: 'a postgres:// or postgresql:// URL with a database name',
    meaning: 'Your own PostgreSQL server, version 15 or newer; a direct connection, not a transaction pooler',
    secret: true,
  },
  clickhouseUrl: {
    name: 'CLICKHOUSE_URL',
    otherwise: 'the ClickHouse that comes with Atrium',
    allowed: 'an http or https URL',
    meaning: 'HTTP interface of your own ClickHouse server',
    secret: true,
  },
  backupFolder: {
    name: 'ATRIUM_BACKUP_DIR',
    otherwise: 'none: backups are made by hand only',
    allowed: 'the path of a folder',
    meaning: 'Folder that gets a backup every day; it contains secrets, like the data folder',
  },
  backupAt: {
    name: 'ATRIUM_BACKUP_AT',
    otherwise: '02:30',
    allowed: 'a time of day in UTC, from 00:00 to 23:59',
    meaning: 'When the daily backup starts, in UTC',
  },
  backupKeep: {
    name: 'ATRIUM_BACKUP_KEEP',
    otherwise: '7',
    allowed: 'a whole number from 1 to 1000',
    meaning: 'How many backups of this installation are kept in ATRIUM_BACKUP_DIR; older ones are removed',
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    otherwise: 'none',
    allowed: 'IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
    meaning: "Proxies whose X-Forwarded headers are trusted for the caller's address",
  },
  internalHosts: {
    name: 'INTERNAL_HOSTS',
    otherwise: 'none',
    allowed: 'host names or IP addresses, with or without a port, separated by commas',
    meaning: 'Hosts in your own network that Atrium may call even without TLS, such as a sign-in provider',
  },
  billingPhone: {
    name: 'BILLING_PHONE',
    otherwise: 'none',
    allowed: 'up to 40 characters on one line',
    meaning: 'Phone number shown when a subscription expires',
  },
  maintenance: {
    name: 'MAINTENANCE',
    otherwise: 'none',
    allowed: 'two instants with their offset, start/end, such as 2030-05-01T20:00Z/2030-05-01T22:00Z',
    meaning: 'Planned maintenance; a banner is shown while it lasts',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    otherwise: 'none: mails wait in the outbox, where staff read them',
    allowed: 'an smtp or smtps URL, such as smtps://name:password@mail.example.com',
    meaning: 'Mail server for invitations and other emails',
    secret: true,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    otherwise: 'Atrium <no-reply@…> with the host of PUBLIC_URL',
    allowed: 'an email address, with or without a name, such as Atrium <counts@example.com>',
    meaning: 'Sender of all emails',
  },
  sms: {
    name: 'SMS_URL',
    otherwise: 'none: text messages wait in the outbox, where staff read them',
    allowed:
      'an https URL with account, token and sender, such as https://AC12:token@api.twilio.com/?from=+15125550100',
    meaning: 'Twilio account, or one with the same call, that sends the text messages of alarms',
    secret: true,
  },
  freshdesk: {
    name: 'FRESHDESK_URL',
    otherwise: 'the help desk that comes with Atrium',
    allowed: 'an http or https URL with an API key and without a path, such as https://key@acme.freshdesk.com',
    meaning: 'Freshdesk account that gets the tickets',
    secret: true,
  },
  geocoder: {
    name: 'GEOCODER_URL',
    otherwise: 'none: addresses are written by hand',
    allowed: 'an http or https URL without a path, such as https://photon.example.com',
    meaning: 'Photon server that suggests addresses of new locations',
  },
  weatherProvider: {
    name: 'WEATHER_PROVIDER',
    otherwise: 'none: locations have no weather, except in the demo',
    allowed: weatherProviders.join(' or '),
    meaning: 'Who forecasts the weather of locations: Open-Meteo, or the US National Weather Service',
  },
  weatherUrl: {
    name: 'WEATHER_URL',
    otherwise: 'the public server of WEATHER_PROVIDER',
    allowed: 'an http or https URL without a path, such as https://weather.example.com',
    meaning: 'Another server with the interface of WEATHER_PROVIDER, such as an Open-Meteo of your own',
  },
  weatherApiKey: {
    name: 'WEATHER_API_KEY',
    otherwise: 'none: the free service of Open-Meteo; the National Weather Service has no keys',
    allowed: 'up to 200 characters without spaces',
    meaning: 'API key of a customer of Open-Meteo',
    secret: true,
  },
  weatherContact: {
    name: 'WEATHER_CONTACT',
    otherwise: 'PUBLIC_URL',
    allowed: 'an email address or an http or https URL',
    meaning: 'Contact that the National Weather Service sees with every request, as it asks for',
  },
  sftpPort: {
    name: 'SFTP_PORT',
    otherwise: 'none: files are not taken by SFTP',
    allowed: 'a whole number from 0 to 65535; 2222 is usual',
    meaning: 'Port of the SFTP server that takes import files of organizations; 0 picks a free one',
  },
  metricsToken: {
    name: 'ATRIUM_METRICS_TOKEN',
    otherwise: 'none: only staff who are signed in read /metrics',
    allowed: 'at least 16 characters without spaces, as openssl rand -hex 32 prints them',
    meaning: 'Bearer token for reading /metrics, for example from Prometheus',
    secret: true,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    otherwise: 'info',
    allowed: logLevels.join(', '),
    meaning: 'Log level of the server',
  },
} as const satisfies Record<keyof Config, Setting>;

/** Throws a `SettingError` that names the variable, the value and what is allowed. Relative folders start at `checkout`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, checkout = process.cwd()): Config {
  function read<T>(setting: Setting, parse: (value: string) => T | undefined): T | undefined {
    const value = env[setting.name]?.trim() ?? '';
    if (value === '') return undefined;
    const parsed = parse(value);
    if (parsed === undefined) throw new SettingError(refusal(setting, value));
    return parsed;
  }
  const backupFolder = read(settings.backupFolder, path);
  return {
    port: read(settings.port, portNumber) ?? 8080,
    host: read(settings.host, hostName),
    publicUrl: read(settings.publicUrl, origin),
    dataFolder: resolve(checkout, read(settings.dataFolder, path) ?? '.atrium'),
    demo: read(settings.demo, onOrOff) ?? false,
    secretKey: read(settings.secretKey, (value) => (isSecretKey(value) ? value : undefined)),
    databaseUrl: read(settings.databaseUrl, postgresUrl),
    clickhouseUrl: read(settings.clickhouseUrl, httpUrl),
    backupFolder: backupFolder === undefined ? undefined : resolve(checkout, backupFolder),
    backupAt: read(settings.backupAt, timeOfDay) ?? 150,
    backupKeep: read(settings.backupKeep, keptBackups) ?? 7,
    trustedProxies: read(settings.trustedProxies, proxies) ?? [],
    internalHosts: read(settings.internalHosts, hosts) ?? [],
    billingPhone: read(settings.billingPhone, (value) => (/^[^\p{Cc}]{1,40}$/u.test(value) ? value : undefined)),
    maintenance: read(settings.maintenance, interval),
    smtpUrl: read(settings.smtpUrl, mailServer),
    mailFrom: read(settings.mailFrom, sender),
    sms: read(settings.sms, smsAccount),
    freshdesk: read(settings.freshdesk, account),
    geocoder: read(settings.geocoder, origin),
    weatherProvider: read(settings.weatherProvider, (value) =>
      weatherProviders.find((provider) => provider === value.toLowerCase()),
    ),
    weatherUrl: read(settings.weatherUrl, origin),
    weatherApiKey: read(settings.weatherApiKey, (value) => (/^[!-~]{1,200}$/.test(value) ? value : undefined)),
    weatherContact: read(settings.weatherContact, (value) => (isEmail(value) ? value : httpUrl(value))),
    sftpPort: read(settings.sftpPort, portNumber),
    metricsToken: read(settings.metricsToken, (value) => (/^[!-~]{16,}$/.test(value) ? value : undefined)),
    logLevel: read(settings.logLevel, (value) => logLevels.find((level) => level === value.toLowerCase())) ?? 'info',
  };
}

export function isSecretKey(value: string): boolean {
  return /^[A-Za-z\d+/]{43}=$/.test(value);
}

/** Demo passwords are public knowledge, so with demo data the server stays on this machine unless `HOST` is set. */
export function listenAddress(config: Pick<Config, 'host'>, demoSignInsExist: boolean): string {
  return config.host ?? (demoSignInsExist ? '127.0.0.1' : '0.0.0.0');
}

function refusal(setting: Setting, value: string): string {
  const shown = setting.secret ? 'has a value (not shown, it may hold a password)' : `is ${JSON.stringify(value)}`;
  return `${setting.name} ${shown}; allowed: ${setting.allowed}.`;
}

function portNumber(value: string): number | undefined {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;
}

function origin(value: string): string | undefined {
  const url = webUrl(value);
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return bare ? url.origin : undefined;
}

function httpUrl(value: string): string | undefined {
  return webUrl(value)?.href;
}

function webUrl(value: string): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

function postgresUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const speaksPostgres = url.protocol === 'postgres:' || url.protocol === 'postgresql:';
  return speaksPostgres && url.pathname.length > 1 ? value : undefined;
}

function mailServer(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname } = new URL(value);
  return (protocol === 'smtp:' || protocol === 'smtps:') && hostname !== '' ? value : undefined;
}

function sender(value: string): MailSender | undefined {
  const [, name = '', bracketed, bare] = /^(?:([^<>"\p{Cc}]*)<([^<>]+)>|([^<>]+))$/u.exec(value) ?? [];
  const address = bracketed ?? bare ?? '';
  return isEmail(address) ? { name: name.trim(), address } : undefined;
}

function account(value: string): Config['freshdesk'] {
  const url = webUrl(value);
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.password === '';
  return bare && /^[\w-]+$/.test(url.username) ? { origin: url.origin, apiKey: url.username } : undefined;
}

function path(value: string): string | undefined {
  return value.includes('\0') ? undefined : value;
}

function timeOfDay(value: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

function keptBackups(value: string): number | undefined {
  return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 1000 ? Number(value) : undefined;
}

function onOrOff(value: string): boolean | undefined {
  const word = value.toLowerCase();
  return word === 'on' ? true : word === 'off' ? false : undefined;
}

/** Offsets are required: a wall-clock time without one would mean something different on every machine. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/;

function interval(value: string): Config['maintenance'] {
  const [first = '', second = '', ...rest] = value.split('/');
  if (rest.length > 0 || !instantPattern.test(first) || !instantPattern.test(second)) return undefined;
  const [from, to] = [new Date(first), new Date(second)];
  return from.getTime() < to.getTime() ? { from, to } : undefined;
}
