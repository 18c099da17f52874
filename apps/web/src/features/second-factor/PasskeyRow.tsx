import { listOwnSessions } from '@atrium/contract/account';
import { getSecondFactor, type Passkey, removePasskey, renamePasskey } from '@atrium/contract/second-factor';
import { Button, Group } from '@mantine/core';
import { longDate } from '../../format/dates.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { askText } from '../../ui/dialogs/ask.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './second-factor.module.css';
import { texts } from './texts.ts';

const words = texts.passkeys;

/** One passkey with its actions. */
export function PasskeyRow({ passkey, mayChange }: { passkey: Passkey; mayChange: boolean }) {
  const { name, passkeyId, isSynced, createdAt, lastUsedAt } = passkey;
  const rename = useWrite(renamePasskey, words.renamed, [getSecondFactor]);
  const remove = useWrite(removePasskey, words.removed, [getSecondFactor, listOwnSessions]);
  const askAndRename = async () => {
    const next = await askText({
      title: words.nameTitle,
      label: words.nameLabel,
      initial: name,
      confirm: words.rename,
      problem: (text) => (text.trim() === '' ? words.nameMissing : undefined),
    });
    if (next !== undefined) rename.mutate({ params: { passkeyId }, body: { name: next.trim().slice(0, 60) } });
  };
  const askAndRemove = async () => {
    if (await confirm(words.confirmRemoval(name))) remove.mutate({ params: { passkeyId } });
  };
  return (
    <li className={classes['row']}>
      <div className={classes['words']}>
        <div className={classes['name']}>
          {name}
          {isSynced && <Tag>{words.synced}</Tag>}
        </div>
        <Quiet fz="sm">
          {[words.created(longDate(createdAt)), lastUsedAt ? words.used(longDate(lastUsedAt)) : words.unused].join(
            ' · ',
          )}
        </Quiet>
      </div>
      {mayChange && (
        <Group gap="xs">
          <Button variant="default" size="sm" aria-label={words.renameOf(name)} onClick={() => void askAndRename()}>
            {words.rename}
          </Button>
          <Button
            variant="default"
            size="sm"
            aria-label={words.removeOf(name)}
            loading={remove.isPending}
            onClick={() => void askAndRemove()}
          >
            {words.remove}
          </Button>
        </Group>
      )}
    </li>
  );
}
