import * as z from 'zod/mini';
import { textOfLength } from '../common.ts';

export const WorkspaceFields = z.object({ name: textOfLength(1, 64) });

export const Workspace = z.object({ id: z.string(), name: z.string(), createdAt: z.string() });

/** With what the person who is signed in may do beyond it. */
export const OwnWorkspace = z.extend(Workspace, { canCreateWorkspaces: z.boolean() });
