import { IconArrowRight, IconExternalLink } from '@tabler/icons-react';
import type { CardProps } from '../definition.ts';
import { ownText } from '../own-options.ts';
import { safeLink } from '../safe-link.ts';
import classes from './link.module.css';

/** A link that fills its room. A target that is not safe is only a text. */
export default function LinkCard({ widget, isPreview }: CardProps<'nothing'>) {
  const link = safeLink(ownText(widget, 'link'));
  const label = ownText(widget, 'label') || link?.href || texts.none;
  const Icon = link?.isElsewhere ? IconExternalLink : IconArrowRight;
  const content = (
    <>
      <span className={classes['label']}>{label}</span>
      {link && <Icon className={classes['icon'] ?? ''} aria-hidden />}
    </>
  );
  return (
    <div className={classes['size']}>
      {link && !isPreview ? (
        <a
          className={classes['link']}
          href={link.href}
          {...(link.isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {content}
        </a>
      ) : (
        <span className={classes['link']} data-unsafe={!link || undefined}>
          {content}
        </span>
      )}
    </div>
  );
}

const texts = { none: 'No target yet' } as const;
