import type { OutlineNode } from '@atrium/contract/mappings';
import type { FieldPath, MappingSpec } from '@atrium/rules/mapping';
import { Menu } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import classes from './mappings.module.css';
import { type FieldRole, fieldRoles, meaningsOf, pathText } from './spec-editing.ts';
import { texts } from './texts.ts';

interface Props {
  outline: readonly OutlineNode[];
  spec: MappingSpec;
  onChoose: (path: FieldPath, role: FieldRole | null) => void;
}

/** A push as a tree. Every value is a button that says what it means. */
export function BodyFields({ outline, spec, onChoose }: Props) {
  return (
    <ul className={classes['tree']} aria-label={texts.body.heading}>
      {outline.map((node) => (
        <li key={pathText(node.path)} style={{ paddingInlineStart: 14 * Math.max(0, node.path.length - 1) }}>
          {node.kind === 'value' ? (
            <Value node={node} spec={spec} onChoose={(role) => onChoose(node.path, role)} />
          ) : (
            <span className={classes['group']}>
              {node.kind === 'list' && <IconList size={14} aria-hidden />}
              {node.name}
              {node.count !== null && <span className={classes['quiet']}>{texts.body.list(node.count)}</span>}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ValueProps {
  node: OutlineNode;
  spec: MappingSpec;
  onChoose: (role: FieldRole | null) => void;
}

function Value({ node, spec, onChoose }: ValueProps) {
  const meanings = meaningsOf(spec, node.path);
  const mayDirect = spec.lines.some(({ ins, outs, direction }) => ins ?? outs ?? direction);
  const sample = node.sample === '' || node.sample === null ? texts.body.empty : node.sample;
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className={classes['field']} data-used={meanings.length > 0 || undefined}>
          <span className={classes['fieldName']}>{node.name}</span>
          <span className={classes['sample']}>{sample}</span>
          {meanings.map(({ role, line }) => (
            <span key={`${role}${line?.name ?? ''}`} className={classes['role']} data-role={role}>
              {texts.roles[role]}
              {line && spec.lines.length > 1 ? ` · ${line.name}` : ''}
            </span>
          ))}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {fieldRoles
          .filter((role) => role !== 'direction' || mayDirect)
          .map((role) => (
            <Menu.Item key={role} onClick={() => onChoose(role)}>
              {texts.roles[role]}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose(null)}>{texts.roles.none}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
