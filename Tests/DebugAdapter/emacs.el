;; Emacs with dap-mode launches a script, steps, steps back and goes on to the end.
(package-initialize)
(require 'dap-mode)

(defun await (what condition)
  (with-timeout (30 (message "Emacs: waited in vain for %s" what) (kill-emacs 1))
    (while (not (funcall condition)) (accept-process-output nil 0.05))))

(dap-register-debug-provider
 "rehearsal"
 (lambda (configuration)
   (dap--put-if-absent configuration :dap-server-path
                       (list (getenv "REHEARSE") "debug-adapter"))
   configuration))

(defvar stops 0)
(defvar ended nil)
(add-hook 'dap-stopped-hook (lambda (_) (setq stops (1+ stops))))
(add-hook 'dap-terminated-hook (lambda (_) (setq ended t)))
(setq dap-auto-configure-features nil dap-auto-show-output nil)

(defun line ()
  (let* ((session (dap--cur-session))
         (result nil))
    (dap--send-message
     (dap--make-request "stackTrace" (list :threadId (dap--debug-session-thread-id session)))
     (lambda (response) (setq result (gethash "line" (elt (gethash "stackFrames" (gethash "body" response)) 0))))
     session)
    (await "the calls" (lambda () result))
    result))

(defun go (command)
  (let ((before stops))
    (funcall command)
    (await (format "a stop behind %s" command) (lambda () (> stops before)))
    (line)))

(defun stepping-back ()
  (let ((session (dap--cur-session)))
    (dap--send-message
     (dap--make-request "stepBack" (list :threadId (dap--debug-session-thread-id session)))
     #'ignore session)
    ;; As the commands do that dap-mode has: the session is told that it runs.
    (dap--resume-application session)))

(dap-debug (list :type "rehearsal" :request "launch" :name "notes" :scenario "comes back"
                 :program (expand-file-name "notes.rehearsal") :cwd default-directory))
(await "the first stop" (lambda () (> stops 0)))
(let ((first (line))
      (next (go (lambda () (dap-next (dap--cur-session))))))
  (unless (= (go #'stepping-back) first)
    (message "Emacs: a step and a step back do not lead to line %s" first) (kill-emacs 1))
  (when (= first next) (message "Emacs: the step stays at line %s" first) (kill-emacs 1)))
(dap-continue (dap--cur-session) (dap--debug-session-thread-id (dap--cur-session)))
(await "the end" (lambda () ended))
(kill-emacs 0)
