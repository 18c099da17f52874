import { getMapping, type Mapping, restoreMapping, retireMapping, updateMapping } from '@atrium/contract/mappings';
import { mappingNameProblems } from '@atrium/rules/mapping';
import { Button, Skeleton } from '@mantine/core';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { askText } from '../../ui/dialogs/ask.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { mappingQueries } from './mapping-queries.ts';
import classes from './mappings.module.css';
import { texts } from './texts.ts';

const words = texts.panel;

interface Props {
  mapping: Mapping;
  onEdit: () => void;
  onClose: () => void;
}

/** One taught sensor: where it sends to, its versions, and its actions. */
export function MappingPanel({ mapping, onEdit, onClose }: Props) {
  const { mappingId, name, state, version } = mapping;
  const params = { mappingId };
  const opened = useEndpoint(getMapping, { params }, { texts: texts.read });
  const rename = useWrite(updateMapping, texts.renamed, mappingQueries);
  const restore = useWrite(restoreMapping, texts.restored, mappingQueries);
  const retire = useWrite(retireMapping, texts.retired, mappingQueries);
  const loss = blockingError(opened);
  const askName = async () => {
    const chosen = await askText({
      title: words.renameTitle,
      label: words.name,
      initial: name,
      confirm: texts.save,
      problem: (text) => mappingNameProblems(text.trim())[0]?.message,
    });
    if (chosen !== undefined && chosen.trim() !== name) rename.mutate({ params, body: { name: chosen } });
  };
  const askAndRetire = async () => {
    if (await confirm(texts.retireQuestion(name))) retire.mutate({ params }, { onSuccess: onClose });
  };
  return (
    <SidePanel title={name} onClose={onClose}>
      {loss && <ErrorState message={loss.message} onRetry={() => void opened.refetch()} />}
      {state !== 'retired' && (
        <section className={classes['stack']}>
          <h3 className={classes['subheading']}>{words.url}</h3>
          {opened.data ? <CopyValue value={opened.data.url} label={words.url} isPrimary /> : <Skeleton height={44} />}
          <p className={classes['quiet']}>{words.urlText}</p>
          <LinkButton variant="default" size="compact-sm" to="/app/pushurls" className={classes['start'] ?? ''}>
            {words.pushUrls}
          </LinkButton>
        </section>
      )}
      {(opened.data?.versions.length ?? 0) > 0 && (
        <section>
          <h3 className={classes['subheading']}>{words.versions}</h3>
          <Rows aria-label={words.versions}>
            {opened.data?.versions.map((each) => (
              <li key={each.version} className={classes['row']}>
                <span className={classes['name']}>{texts.version(each.version)}</span>
                <span className={classes['quiet']}>{words.by(each.createdBy, longTimestamp(each.createdAt))}</span>
                {each.version === version && state === 'active' ? (
                  <Tag tone="success">{words.inForce}</Tag>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    className={classes['action'] ?? ''}
                    aria-label={words.restoreOf(each.version)}
                    onClick={() => restore.mutate({ params, body: { version: each.version } })}
                  >
                    {words.restore}
                  </Button>
                )}
              </li>
            ))}
          </Rows>
          {version > 1 && state === 'active' && (
            <div className={classes['stack']}>
              <p className={classes['quiet']}>{words.replayText}</p>
              <LinkButton
                variant="default"
                size="compact-sm"
                to="/app/inbox"
                search={{ replay: mapping.vendor }}
                className={classes['start'] ?? ''}
              >
                {words.replay}
              </LinkButton>
            </div>
          )}
        </section>
      )}
      <div className={classes['actions']}>
        <Button variant="default" onClick={onEdit}>
          {version === 0 ? words.teach : words.edit}
        </Button>
        <Button variant="default" onClick={() => void askName()}>
          {words.rename}
        </Button>
        {state !== 'retired' && (
          <Button variant="default" loading={retire.isPending} onClick={() => void askAndRetire()}>
            {words.retire}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}
