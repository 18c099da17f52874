import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listenAddress, readConfig, SettingError, settings } from './config.ts';

describe('readConfig', () => {
  it('needs nothing: an empty environment gives the defaults', () => {
    expect(readConfig({}, '/srv/atrium')).toEqual({
      port: 8080,
      host: undefined,
      publicUrl: undefined,
      dataFolder: '/srv/atrium/.atrium',
      demo: false,
      databaseUrl: undefined,
      clickhouseUrl: undefined,
      backupFolder: undefined,
      backupAt: 150,
      backupKeep: 7,
      trustedProxies: [],
      internalHosts: [],
      billingPhone: undefined,
      maintenance: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      sms: undefined,
      freshdesk: undefined,
      geocoder: undefined,
      weatherProvider: undefined,
      weatherUrl: undefined,
      weatherApiKey: undefined,
      weatherContact: undefined,
      sftpPort: undefined,
      metricsToken: undefined,
      logLevel: 'info',
    });
  });

  it('treats an empty or blank variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '  ', ATRIUM_DEMO: '' }, '/x')).toEqual(readConfig({}, '/x'));
  });

  it('reads every setting', () => {
    const config = readConfig(
      {
        PORT: '0',
        HOST: '::1',
        PUBLIC_URL: 'https://counts.example.com/',
        ATRIUM_DATA: 'var/data',
        ATRIUM_DEMO: 'ON',
        DATABASE_URL: 'postgres://atrium:secret@db:5432/atrium?sslmode=require',
        CLICKHOUSE_URL: 'http://default:secret@facts:8123',
        ATRIUM_BACKUP_DIR: 'var/backups',
        ATRIUM_BACKUP_AT: '23:05',
        ATRIUM_BACKUP_KEEP: '30',
        TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8 , 192.0.2.7',
        INTERNAL_HOSTS: 'Login.acme.internal, 10.1.2.3:8443,[fd00::1]:443',
        BILLING_PHONE: '+1 512 555 0100',
        MAINTENANCE: '2030-05-01T20:00Z/2030-05-02T00:30+02:00',
        SMTP_URL: 'smtps://atrium:secret@mail.example.com:465',
        MAIL_FROM: 'Atrium counts <counts@example.com>',
        SMS_URL: 'https://AC12:to%2Fken@SMS.example.com/?from=+15125550100',
        FRESHDESK_URL: 'https://hunter2@Acme.freshdesk.com/',
        GEOCODER_URL: 'https://Photon.example.com/',
        WEATHER_PROVIDER: 'Open-Meteo',
        WEATHER_URL: 'http://Weather.internal:8080/',
        WEATHER_API_KEY: 'hunter2',
        WEATHER_CONTACT: 'ops@example.com',
        SFTP_PORT: '2222',
        ATRIUM_METRICS_TOKEN: 'sixteen-letters!',
        LOG_LEVEL: 'Debug',
      },
      '/srv/atrium',
    );
    expect(config).toEqual({
      port: 0,
      host: '::1',
      publicUrl: 'https://counts.example.com',
      dataFolder: '/srv/atrium/var/data',
      demo: true,
      databaseUrl: 'postgres://atrium:secret@db:5432/atrium?sslmode=require',
      clickhouseUrl: 'http://default:secret@facts:8123/',
      backupFolder: '/srv/atrium/var/backups',
      backupAt: 1385,
      backupKeep: 30,
      trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.7'],
      internalHosts: ['login.acme.internal', '10.1.2.3:8443', '[fd00::1]:443'],
      billingPhone: '+1 512 555 0100',
      maintenance: { from: new Date('2030-05-01T20:00:00Z'), to: new Date('2030-05-01T22:30:00Z') },
      smtpUrl: 'smtps://atrium:secret@mail.example.com:465',
      mailFrom: { name: 'Atrium counts', address: 'counts@example.com' },
      sms: { origin: 'https://sms.example.com', sid: 'AC12', token: 'to/ken', from: '+15125550100' },
      freshdesk: { origin: 'https://acme.freshdesk.com', apiKey: 'hunter2' },
      geocoder: 'https://photon.example.com',
      weatherProvider: 'open-meteo',
      weatherUrl: 'http://weather.internal:8080',
      weatherApiKey: 'hunter2',
      weatherContact: 'ops@example.com',
      sftpPort: 2222,
      metricsToken: 'sixteen-letters!',
      logLevel: 'debug',
    });
    expect(readConfig({ MAIL_FROM: 'counts@example.com' }).mailFrom).toEqual({
      name: '',
      address: 'counts@example.com',
    });
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['INTERNAL_HOSTS', 'https://login.acme.internal'],
    ['INTERNAL_HOSTS', 'login.acme.internal:0'],
    ['PORT', '-1'],
    ['SFTP_PORT', 'ssh'],
    ['HOST', '10.0.0.256'],
    ['HOST', 'http://example.com'],
    ['HOST', 'a b'],
    ['GEOCODER_URL', 'photon.example.com'],
    ['GEOCODER_URL', 'https://photon.example.com/api'],
    ['WEATHER_PROVIDER', 'dark-sky'],
    ['WEATHER_URL', 'https://weather.example.com/v1'],
    ['WEATHER_CONTACT', 'ops'],
    ['PUBLIC_URL', 'counts.example.com'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com/atrium'],
    ['PUBLIC_URL', 'https://name:word@example.com'],
    ['ATRIUM_DEMO', 'yes'],
    ['ATRIUM_BACKUP_AT', '2:30'],
    ['ATRIUM_BACKUP_AT', '24:00'],
    ['ATRIUM_BACKUP_KEEP', '0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'all'],
    ['TRUSTED_PROXIES', '10.0.0.1,'],
    ['BILLING_PHONE', 'x'.repeat(41)],
    ['MAINTENANCE', '2030-05-01T20:00Z'],
    ['MAINTENANCE', '2030-05-01T20:00/2030-05-01T22:00'],
    ['MAINTENANCE', '2030-05-01T22:00Z/2030-05-01T20:00Z'],
    ['MAINTENANCE', '2030-13-01T22:00Z/2031-05-01T20:00Z'],
    ['MAIL_FROM', 'counts'],
    ['MAIL_FROM', 'Atrium <counts@example.com'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s in one line with the variable, the value and what is allowed', (name, value) => {
    const allowed = Object.values(settings).find((setting) => setting.name === name)?.allowed;
    expect(() => readConfig({ [name]: value })).toThrow(
      new SettingError(`${name} is ${JSON.stringify(value)}; allowed: ${allowed}.`),
    );
  });

  it('prints one line even when the wrong value has several', () => {
    expect(() => readConfig({ LOG_LEVEL: 'a\nb' })).toThrow(/^LOG_LEVEL is "a\\nb"; allowed: [^\n]*$/);
  });

  it.each([
    ['DATABASE_URL', 'postgres://atrium:hunter2@db:5432'],
    ['DATABASE_URL', 'mysql://atrium:hunter2@db/atrium'],
    ['DATABASE_URL', 'host=db password=hunter2'],
    ['CLICKHOUSE_URL', 'default:hunter2@facts:8123'],
    ['SMTP_URL', 'mail.example.com:hunter2'],
    ['SMTP_URL', 'http://name:hunter2@mail.example.com'],
    ['SMS_URL', 'https://AC12:hunter2@sms.example.com'],
    ['SMS_URL', 'https://AC12:hunter2@sms.example.com/path?from=+15125550100'],
    ['SMS_URL', 'ftp://AC12:hunter2@sms.example.com/?from=+15125550100'],
    ['SMS_URL', 'https://hunter2@sms.example.com/?from=+15125550100'],
    ['FRESHDESK_URL', 'hunter2@acme.freshdesk.com'],
    ['ATRIUM_METRICS_TOKEN', 'hunter2'],
    ['WEATHER_API_KEY', 'hunter2 with some spaces'],
    ['ATRIUM_METRICS_TOKEN', 'hunter2 with some spaces'],
    ['FRESHDESK_URL', 'https://hunter2@acme.freshdesk.com/api/v2'],
    ['FRESHDESK_URL', 'https://name:hunter2@acme.freshdesk.com'],
    ['FRESHDESK_URL', 'https://hunter2%3A@acme.freshdesk.com'],
    ['FRESHDESK_URL', 'https://acme.freshdesk.com?key=hunter2'],
  ])('never shows a wrong %s, because it may hold a password', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} has a value .*; allowed: `));
    expect(() => readConfig({ [name]: value })).not.toThrow(/hunter2/);
  });
});

describe('listenAddress', () => {
  it('[S27] stays on this machine while demo sign-ins exist', () => {
    expect(listenAddress({ host: undefined }, true)).toBe('127.0.0.1');
    expect(listenAddress({ host: undefined }, false)).toBe('0.0.0.0');
  });
  it('lets the operator decide otherwise', () => {
    expect(listenAddress({ host: '0.0.0.0' }, true)).toBe('0.0.0.0');
  });
});

it('matches the settings table in the README', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const rows = Object.values(settings).map(
    ({ name, otherwise, allowed, meaning }) => `| \`${name}\` | ${meaning} | ${otherwise} | ${allowed} |`,
  );
  const found = readme.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  expect(found).toEqual(rows);
});
