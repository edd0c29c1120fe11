;; Emacs with eglot opens a file, gets findings, completes, renames and formats.
(require 'eglot)
(require 'flymake)
(define-derived-mode rehearsal-mode prog-mode "Rehearsal")
(add-to-list 'auto-mode-alist '("\\.rehearsal\\'" . rehearsal-mode))
(add-to-list 'eglot-server-programs
             (list 'rehearsal-mode (getenv "REHEARSE") "language-server"))
(setq eglot-sync-connect 30 eglot-autoshutdown t eglot-confirm-server-initiated-edits nil)

(defun await (what condition)
  (with-timeout (20 (message "Emacs: waited in vain for %s" what) (kill-emacs 1))
    (while (not (funcall condition)) (accept-process-output nil 0.05))))

(defun check (what holds)
  (unless holds (message "Emacs: %s" what) (kill-emacs 1)))

(find-file "notes.rehearsal")
(defvar original (buffer-string))
(eglot-ensure)
(call-interactively #'eglot)
(await "the server" #'eglot-current-server)
(flymake-mode 1)

(goto-char (point-min))
(search-forward ".home")
(replace-match ".hoem")
(eglot--signal-textDocument/didChange)
(flymake-start)
(await "the finding"
       (lambda () (cl-some (lambda (finding)
                             (string-match-p "hoem" (flymake-diagnostic-text finding)))
                           (flymake-diagnostics))))

(goto-char (point-min))
(search-forward ".hoem")
(replace-match ".")
(let* ((completion (eglot-completion-at-point))
       (table (nth 2 completion)))
  (check "no completion of `press .`" (member "home" (all-completions "" table))))

(insert "home  ")
(eglot-format-buffer)
(check "formatting did not come to the original" (string= (buffer-string) original))

(goto-char (point-min))
(search-forward "var dr")
(eglot-rename "entry")
(check (concat "the rename is not whole:\n" (buffer-string))
       (and (string-match-p "var entry = \"\"" (buffer-string))
            (string-match-p "= entry }" (buffer-string))))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
