import type { AuditAction, AuditEntry } from '@atrium/contract/audit';

/** Every action of the audit log, as the end of a sentence that begins with a person. */
const phrases: Readonly<Record<AuditAction, (words: Words) => string>> = {
  'signed-in': () => 'signed in',
  'signed-out': () => 'signed out',
  'sign-in-failed': ({ of }) => `failed to sign in from ${of('address')}${times(of('repeated'))}`,
  'sign-in-locked': ({ of }) => `was locked out of sign-in, from ${of('address')}${times(of('repeated'))}`,
  'second-factor-failed': ({ of }) => `entered a wrong second factor from ${of('address')}${times(of('repeated'))}`,
  'second-factor-locked': ({ of }) =>
    `was locked out of the second factor, from ${of('address')}${times(of('repeated'))}`,
  'second-factor-added': ({ of }) => `added a second factor: ${of('what')}`,
  'second-factor-removed': ({ of }) => `removed a second factor: ${of('what')}`,
  'second-factor-reset': ({ name }) => `reset the second factor of ${name}`,
  'recovery-codes-renewed': () => 'created new recovery codes',
  'recovery-code-used': ({ of }) => `used a recovery code; ${of('left')} are left`,
  'passkey-renamed': ({ of }) => `renamed a passkey to ${of('passkey')}`,
  'staff-policy-changed': () => 'changed whether staff must have a second factor',
  'access-refused': ({ of }) => `was denied the call ${of('call')}${times(of('repeated'))}`,
  'sessions-ended': () => 'signed out on all other devices',
  'login-as-started': ({ user }) => `signed in as ${user}`,
  'login-as-ended': ({ user }) => `signed out as ${user}`,
  'terms-accepted': () => 'accepted the terms of service',
  'terms-rejected': () => 'rejected the terms of service; the account was disabled',
  'profile-changed': () => 'changed their profile',
  'homepage-changed': () => 'chose another homepage',
  'password-changed': () => 'changed their password',
  'email-change-requested': ({ of }) => `asked to use the email address ${of('newEmail')}`,
  'email-change-canceled': () => 'kept their email address',
  'email-changed': ({ of }) => `confirmed the email address ${of('newEmail')}`,
  'password-reset': () => 'chose a new password by email',
  'password-reset-requested': () => 'asked for a new password by email',
  'user-registered': () => 'registered',
  'user-invited': ({ name }) => `invited ${name}`,
  'invitation-renewed': ({ name }) => `renewed the invitation of ${name}`,
  'invitation-canceled': ({ name }) => `canceled the invitation of ${name}`,
  'user-disabled': ({ name }) => `disabled the sign-in of ${name}`,
  'user-enabled': ({ name }) => `enabled the sign-in of ${name}`,
  'user-unlocked': ({ name }) => `unlocked ${name}`,
  'user-deleted': ({ name }) => `deleted the user ${name}`,
  'user-role-changed': ({ name, of }) => `changed the role of ${name} from ${of('from')} to ${of('to')}`,
  'locations-assigned': ({ name, names }) => `assigned ${names('locations')} to ${name}`,
  'locations-unassigned': ({ name, names }) => `unassigned ${names('locations')} from ${name}`,
  'all-locations-allowed': ({ name }) => `let ${name} see all locations`,
  'password-reset-sent': ({ name }) => `sent ${name} a password reset`,
  'organization-created': ({ name }) => `created the organization ${name}`,
  'organization-changed': ({ name, fields }) => `changed ${fields('changed')} of ${name}`,
  'organization-deleted': ({ name }) => `deleted the organization ${name}`,
  'sso-linked': () => 'connected single sign-on to their account',
  'sso-connection-set': () => 'set the connection for single sign-on',
  'sso-connection-removed': () => 'removed the connection for single sign-on',
  'contact-created': ({ name }) => `added the contact ${name}`,
  'contact-changed': ({ name }) => `changed the contact ${name}`,
  'contact-deleted': ({ name }) => `deleted the contact ${name}`,
  'address-created': ({ name }) => `added the address ${name}`,
  'address-changed': ({ name }) => `changed the address ${name}`,
  'address-deleted': ({ name }) => `deleted the address ${name}`,
  'location-created': ({ name }) => `added the location ${name}`,
  'location-changed': ({ name, fields }) => `changed ${fields('changed')} of the location ${name}`,
  'location-deleted': ({ name }) => `deleted the location ${name}`,
  'site-created': ({ name, of }) => `added the site ${name} to ${of('location')}`,
  'site-changed': ({ name, fields }) => `changed ${fields('changed')} of the site ${name}`,
  'site-deleted': ({ name }) => `deleted the site ${name}`,
  'space-created': ({ name, of }) => `added the space ${name} to ${of('location')}`,
  'space-changed': ({ name, fields }) => `changed ${fields('changed')} of the space ${name}`,
  'space-deleted': ({ name }) => `deleted the space ${name}`,
  'space-zone-added': ({ name, of }) => `added the zone ${of('zone')} to the space ${name}`,
  'space-zone-changed': ({ name, of }) => `changed how the zone ${of('zone')} counts in the space ${name}`,
  'space-zone-removed': ({ name, of }) => `removed the zone ${of('zone')} from the space ${name}`,
  'occupancy-reset-added': ({ name, of }) => `reset the occupancy of ${name} to ${of('occupants')} people`,
  'occupancy-reset-deleted': ({ name, of }) => `deleted a reset of ${name} to ${of('occupants')} people`,
  'queue-mapping-created': ({ name, of }) => `added a queue mapping of the zone ${name} to ${of('location')}`,
  'queue-mapping-changed': ({ name, fields }) =>
    `changed ${fields('changed')} of the queue mapping of the zone ${name}`,
  'queue-mapping-deleted': ({ name }) => `deleted the queue mapping of the zone ${name}`,
  'zone-count-mapping-created': ({ name }) => `added a zone count mapping to the zone ${name}`,
  'zone-count-mapping-changed': ({ name, fields }) =>
    `changed ${fields('changed')} of the zone count mapping of the zone ${name}`,
  'zone-count-mapping-deleted': ({ name }) => `deleted the zone count mapping of the zone ${name}`,
  'expected-wait-mapping-created': ({ name, of }) =>
    `added an expected wait mapping to the space ${name}, with the head zone ${of('zone')}`,
  'expected-wait-mapping-changed': ({ name, fields }) =>
    `changed ${fields('changed')} of the expected wait mapping of the space ${name}`,
  'expected-wait-mapping-deleted': ({ name }) => `deleted the expected wait mapping of the space ${name}`,
  'alarm-created': ({ name }) => `added an alarm on ${name}`,
  'alarm-changed': ({ name, fields }) => `changed ${fields('changed')} of the alarm on ${name}`,
  'alarm-deleted': ({ name }) => `deleted the alarm on ${name}`,
  'webhook-created': ({ name }) => `added a webhook to ${name}`,
  'webhook-changed': ({ name }) => `changed the webhook to ${name}`,
  'webhook-secret-renewed': ({ name }) => `renewed the secret of the webhook to ${name}`,
  'webhook-deleted': ({ name }) => `deleted the webhook to ${name}`,
  'webhook-tested': ({ name }) => `tested the webhook to ${name}`,
  'webhook-switched-off': ({ name }) => `switched off the webhook to ${name} after repeated failures`,
  'alarm-tested': ({ name }) => `sent test messages of the alarm on ${name}`,
  'alarm-acknowledged': ({ name }) => `acknowledged the alarm on ${name}`,
  'alarm-snoozed': ({ name }) => `changed how long the alarm on ${name} is snoozed`,
  'alarm-resolved': ({ name }) => `resolved the alarm on ${name}`,
  'dashboard-template-created': ({ name }) => `added the dashboard template ${name}`,
  'dashboard-template-changed': ({ name, fields }) => `changed ${fields('changed')} of the dashboard template ${name}`,
  'dashboard-template-deleted': ({ name }) => `deleted the dashboard template ${name}`,
  'display-created': ({ name }) => `added the public display of ${name}`,
  'display-changed': ({ name, fields }) => `changed ${fields('changed')} of the public display of ${name}`,
  'display-switched-on': ({ name }) => `switched the public display of ${name} on`,
  'display-switched-off': ({ name }) => `switched the public display of ${name} off`,
  'display-renewed': ({ name }) => `gave the public display of ${name} a new address`,
  'display-deleted': ({ name }) => `deleted the public display of ${name}`,
  'dashboard-created': ({ name }) => `created the dashboard ${name}`,
  'dashboard-changed': ({ name, fields }) => `changed ${fields('changed')} of the dashboard ${name}`,
  'dashboard-deleted': ({ name }) => `deleted the dashboard ${name}`,
  'dashboard-shared': ({ name, names }) => `shared the dashboard ${name} with ${names('people')}`,
  'dashboard-unshared': ({ name, names }) => `stopped sharing the dashboard ${name} with ${names('people')}`,
  'dashboard-published': ({ name, names }) => `published the dashboard ${name} to ${names('people')}`,
  'kiosk-link-created': ({ name }) => `created the wall screen ${name}`,
  'kiosk-link-changed': ({ name, fields }) => `changed ${fields('changed')} of the wall screen ${name}`,
  'kiosk-link-revoked': ({ name }) => `revoked the wall screen ${name}`,
  'dashboard-unpublished': ({ name }) => `unpublished the dashboard ${name}`,
  'dashboard-restored': ({ name, of }) => `restored version ${of('restored')} of the dashboard ${name}`,
  'dashboard-handed-over': ({ name, of }) => `handed the dashboard ${name} over to ${of('to')}`,
  'annotation-created': ({ name }) => `added the annotation “${name}”`,
  'annotation-changed': ({ name, fields }) => `changed ${fields('changed')} of the annotation “${name}”`,
  'annotation-deleted': ({ name }) => `deleted the annotation “${name}”`,
  'ticket-created': ({ name, of }) => `opened the ticket ${name} for ${of('location')}`,
  'ticket-changed': ({ name, fields }) => `changed ${fields('changed')} of the ticket ${name}`,
  'ticket-deleted': ({ name }) => `deleted the ticket ${name}`,
  'desk-company-created': ({ name }) => `added ${name} to the help desk as a company`,
  'desk-contact-created': ({ name }) => `added ${name} to the help desk as a contact`,
  'estate-exported': () => 'exported the estate to a file',
  'outbox-message-read': ({ of }) => `read the email “${of('subject')}” to ${of('recipient')}`,
  'estate-imported': ({ of }) => `imported a file with ${of('changes')} changes`,
  'file-imported': ({ name }) => `imported the file ${name}`,
  'counts-corrected': ({ name, of }) => `corrected counts of the zone ${name} (${of('kind')}): ${of('reason')}`,
  'correction-removed': ({ name }) => `took back a correction of the zone ${name}`,
  'import-undone': ({ name }) => `undid the import of the file ${name}`,
  'custom-field-created': ({ name, of }) => `added the custom field ${of('field')} to ${name}`,
  'custom-field-changed': ({ name, of }) => `changed the custom field ${of('field')} of ${name}`,
  'schedule-created': ({ name }) => `added the schedule ${name}`,
  'schedule-changed': ({ name }) => `changed the schedule ${name}`,
  'schedule-deleted': ({ name }) => `deleted the schedule ${name}`,
  'schedule-assigned': ({ name, names }) => `assigned the schedule ${name} to ${names('locations')}`,
  'schedule-assignment-changed': ({ name, names }) =>
    `changed when the schedule ${name} applies to ${names('locations')}`,
  'schedule-assignment-deleted': ({ name, names }) => `unassigned the schedule ${name} from ${names('locations')}`,
  'schedule-exception-created': ({ name, of }) => `added the exception ${of('description')} to ${name}`,
  'schedule-exception-changed': ({ name, of }) => `changed the exception ${of('description')} of ${name}`,
  'schedule-exception-deleted': ({ name, of }) => `deleted the exception ${of('description')} of ${name}`,
  'sensor-changed': ({ name, fields }) => `changed ${fields('changed')} of the sensor ${name}`,
  'sensor-assigned': ({ of }) =>
    of('sensor') === '' ? `reserved the site ${of('site')} for a sensor` : `installed ${of('sensor')} at ${of('site')}`,
  'dummy-sensor-created': ({ of }) => `installed the dummy sensor ${of('sensor')} at ${of('site')}`,
  'sensor-assignment-deleted': ({ of }) => `deleted an assignment of the site ${of('site')}`,
  'sensor-commissioned': ({ name }) => `commissioned the sensor ${name}`,
  'sensor-decommissioned': ({ name }) => `decommissioned the sensor ${name}`,
  'sensor-reassigned': ({ name, of }) => `moved the sensor ${name} from ${of('from') || 'nowhere'} to ${of('to')}`,
  'sensor-removed': ({ name }) => `removed the sensor ${name}`,
  'sensor-password-read': ({ name }) => `read the password of the sensor ${name}`,
  'license-added': ({ name, of }) => `added a license for ${of('type')} to the sensor ${name}`,
  'license-changed': ({ name, fields }) => `changed ${fields('changed')} of a license of the sensor ${name}`,
  'license-deleted': ({ name, of }) => `deleted a license for ${of('type')} of the sensor ${name}`,
  'device-blacklisted': ({ name }) => `added the device ${name} to the blacklist`,
  'device-unblacklisted': ({ name }) => `removed the device ${name} from the blacklist`,
  'received-downloaded': ({ of }) => `downloaded a received body of ${of('device')}`,
  'quarantine-discarded': ({ of }) => `discarded ${of('count')} quarantined pushes of ${of('device')}: ${of('why')}`,
  'clock-shifted': ({ name, of }) =>
    `moved readings of the sensor ${name} from ${of('from')} to ${of('to')} by ${of('offset')}: ${of('reason')}`,
  'clock-shift-taken-back': ({ name, of }) =>
    `put readings of the sensor ${name} from ${of('from')} to ${of('to')} back to the time of its clock`,
  'replay-applied': ({ of }) => `counted ${of('bodies')} received pushes of ${of('device')} again`,
  'package-gap-waived': ({ of }) =>
    `waived the missing packages ${of('firstNumber')} to ${of('lastNumber')} of ${of('device')}: ${of('why')}`,
  'package-gap-requested': ({ of }) =>
    `asked ${of('device')} for the missing packages ${of('firstNumber')} to ${of('lastNumber')}`,
  'package-requests-changed': ({ name, fields }) =>
    `changed ${fields('changed')} of asking the sensor ${name} for missing packages`,
  'sensor-host-approved': ({ name, of, names }) =>
    `approved the private addresses ${names('addresses')} of ${of('host')} for the sensor ${name}`,
  'sensor-host-approval-revoked': ({ name, of }) => `revoked the approval of ${of('host')} for the sensor ${name}`,
  'push-key-created': ({ name, of }) =>
    of('sensor') === ''
      ? `created the push key ${name}`
      : `created the push key ${name} for the sensor ${of('sensor')}`,
  'push-key-read': ({ name }) => `read the push key ${name}`,
  'push-key-renamed': ({ name, of }) => `renamed the push key ${of('before')} to ${name}`,
  'push-key-bound': ({ name, of }) =>
    of('sensor') === ''
      ? `let every sensor use the push key ${name}`
      : `bound the push key ${name} to the sensor ${of('sensor')}`,
  'push-key-misused': ({ name, of }) =>
    of('device') === ''
      ? `refused a push of another device with the push key ${name}`
      : `refused a push of the device ${of('device')} with the push key ${name} of another device`,
  'push-key-rotated': ({ name }) => `rotated the push key ${name}`,
  'push-key-revoked': ({ name }) => `revoked the push key ${name}`,
  'mapping-created': ({ name }) => `taught the sensor ${name}`,
  'mapping-changed': ({ name, of }) => `changed how the taught sensor ${name} is read, to version ${of('version')}`,
  'mapping-renamed': ({ name, of }) => `renamed the taught sensor ${of('before')} to ${name}`,
  'mapping-retired': ({ name }) => `retired the taught sensor ${name}`,
  'mqtt-broker-created': ({ name, of }) => `added the MQTT broker ${name} at ${of('host')}`,
  'mqtt-broker-changed': ({ name, fields }) => `changed ${fields('changed')} of the MQTT broker ${name}`,
  'mqtt-broker-deleted': ({ name }) => `deleted the MQTT broker ${name}`,
  'mqtt-host-approved': ({ name, of, names }) =>
    `approved the private addresses ${names('addresses')} of ${of('host')} for the MQTT broker ${name}`,
  'mqtt-host-approval-revoked': ({ name, of }) => `revoked the approval of ${of('host')} for the MQTT broker ${name}`,
  'api-client-created': ({ name, of }) => `created the API client ${name} with the rights of ${of('user')}`,
  'api-client-changed': ({ name, of }) =>
    [
      of('before') === '' ? `changed the API client ${name}` : `renamed the API client ${of('before')} to ${name}`,
      ...(of('user') === '' ? [] : [`gave it the rights of ${of('user')}`]),
    ].join(' and '),
  'api-client-secret-regenerated': ({ name }) => `regenerated the secret of the API client ${name}`,
  'api-client-deleted': ({ name }) => `deleted the API client ${name}`,
  'api-client-refused': ({ of }) =>
    `entered a wrong secret of an API client, from ${of('address')}${times(of('repeated'))}`,
  'zone-changed': ({ name, fields }) => `changed ${fields('changed')} of the zone ${name}`,
  'offline-sensor-acknowledged': ({ name, of }) => `recorded why the sensor ${name} was offline: ${of('cause')}`,
  'attachment-added': ({ name, of }) => `attached the file ${of('file')} to ${name}`,
  'attachment-changed': ({ name, of }) => `changed the file ${of('file')} of ${name}`,
  'attachment-deleted': ({ name, of }) => `deleted the file ${of('file')} of ${name}`,
  'custom-field-deleted': ({ name, of }) => `deleted the custom field ${of('field')} of ${name}`,
};

/** Repetitions within a minute share one entry. */
function times(repeated: string): string {
  return repeated === '' ? '' : `, ${repeated} more times within a minute`;
}

/** `Sam Keller, as Nora Albers, disabled the sign-in of Henrik Voss`. With login-as, the staff user comes first. */
export function sentenceOf(entry: AuditEntry): string {
  // Here the staff user is the subject.
  const isLoginAs = entry.action.startsWith('login-as-');
  return `${isLoginAs ? (entry.actingStaff?.name ?? nobody) : actorOf(entry)} ${phraseOf(entry)}`;
}

export function actorOf(entry: AuditEntry): string {
  const { action, user, actingStaff } = entry;
  if (action === 'access-refused' && entry.entityType === 'kiosk-link') {
    // No person acts on a wall screen.
    const { name, of } = wordsOf(entry);
    return `The wall screen ${name} of ${of('owner')}`;
  }
  if (actingStaff && user && actingStaff.userId !== user.userId) return `${actingStaff.name}, as ${user.name},`;
  return (user ?? actingStaff)?.name ?? (/^(sign-in|second-factor)-/.test(action) ? stranger : nobody);
}

/** The actor of automatic actions. */
const nobody = 'Atrium';
/** A failed sign-in without an account. */
const stranger = 'Someone';

function phraseOf(entry: AuditEntry): string {
  const { action } = entry;
  return isKnown(action) ? phrases[action](wordsOf(entry)) : actionLabel(action).toLowerCase();
}

/** The log may contain entries of another version. */
function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(phrases, action);
}

/** An action alone, for the filter: `User disabled`. */
export function actionLabel(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Words {
  /** Of the person whose session it was. */
  user: string;
  /** Of the object. */
  name: string;
  of: (key: string) => string;
  /** The names of a list of things. */
  names: (key: string) => string;
  /** The keys of an object: changed fields. */
  fields: (key: string) => string;
}

function wordsOf({ user, detail, entityId }: AuditEntry): Words {
  const of = (key: string) => {
    const value = detail?.[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    user: user?.name ?? 'someone',
    name: of('name') || of('email') || (entityId ?? ''),
    of,
    names: (key) => {
      const list = detail?.[key];
      return Array.isArray(list) ? inWords(list.map(nameOf)) : 'something';
    },
    fields: (key) => {
      const object = detail?.[key];
      return typeof object === 'object' && object !== null ? inWords(Object.keys(object)) : 'something';
    },
  };
}

function nameOf(thing: unknown): string {
  return typeof thing === 'object' && thing !== null && 'name' in thing ? String(thing.name) : String(thing);
}

const maxNamed = 3;

function inWords(names: readonly string[]): string {
  if (names.length > maxNamed) return `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`;
  return names.join(' and ') || 'nothing';
}
