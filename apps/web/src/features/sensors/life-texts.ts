const sensor = 'Sensor';

export const texts = {
  commission: {
    action: 'Commission',
    again: 'Change the commissioning',
    title: 'Commission sensor',
    done: { title: sensor, ok: 'Sensor commissioned successfully', fail: 'Unable to commission sensor' },
    when: 'Start counting from',
    modes: { now: 'Now', past: 'In the past', future: 'In the future' },
    help: {
      now: 'What it counts from this minute on is shown.',
      past: 'What it has counted since the beginning of that day is shown.',
      future: 'What it counts before the beginning of that day is kept, but not shown.',
    },
    date: 'Date',
    zone: (zone: string) => `A day in ${zone}.`,
    purge: 'Purge what was counted before',
    purgeHelp: 'It is erased for good. Otherwise it is kept, but not shown.',
    submit: 'Commission',
    purging: 'What was counted before is being erased',
    purged: 'What was counted before is erased.',
    purgeFailed: 'What was counted before could not be erased',
    progress: (done: string, total: string) => `${done} of ${total}`,
    jobRead: { title: sensor, fail: 'Unable to retrieve how far erasing has come' },
  },
  decommission: {
    action: 'Decommission',
    done: { title: sensor, ok: 'Decommissioned sensor successfully', fail: 'Unable to decommission sensor' },
    question: {
      title: 'Decommission Sensor',
      body: 'This decommissions the sensor for good. Existing counts are kept; nothing new is recorded. This cannot be undone. Are you sure?',
      confirm: 'Yes, decommission it!',
      label: (name: string) => `Type the name of the sensor, ${name}, to decommission it`,
      mismatch: 'The text you entered did not match the sensor name. It was not decommissioned.',
    },
  },
  remove: {
    action: 'Remove sensor',
    done: { title: sensor, ok: 'Sensor removed successfully', fail: 'Unable to remove sensor' },
    question: {
      title: 'Remove Sensor',
      body: 'You are about to remove this sensor with its zones. The counts of its locations are kept. This cannot be undone. Are you sure?',
      confirm: 'Yes, remove it!',
      danger: true,
    },
  },
  reassign: {
    action: 'Reassign',
    title: 'Reassign sensor',
    done: { title: sensor, ok: 'Sensor reassigned successfully', fail: 'Unable to reassign sensor' },
    site: 'New site',
    siteRequired: 'Site is required',
    data: 'What happens to what it counted',
    keep: {
      label: 'It stays',
      help: (site: string) =>
        `What was counted stays with ${site}; from the next minute on it counts for the new site.`,
    },
    move: {
      label: 'It moves along',
      help: (site: string) => `Everything it has counted since it was installed at ${site} counts for the new site.`,
    },
    submit: 'Reassign',
  },
  blacklist: {
    add: 'Block its data',
    remove: 'Accept its data again',
    title: 'Add to blacklist',
    body: 'Everything this device sends is refused until someone removes it from the blacklist.',
    reason: 'Reason',
    submit: 'Block its data',
    heading: 'Data from this device is refused',
    since: (date: string, reason: string) => `Since ${date}: ${reason}`,
    read: { title: sensor, fail: 'Unable to retrieve whether the sensor is blacklisted' },
    added: { title: sensor, ok: 'Sensor added to blacklist', fail: 'Unable to add sensor to blacklist' },
    removed: { title: sensor, ok: 'Sensor removed from blacklist', fail: 'Unable to remove sensor from blacklist' },
    question: {
      title: 'Remove from blacklist',
      body: 'Data from this device is accepted again from now on. Are you sure?',
      confirm: 'Yes, unblock it',
    },
  },
} as const;
